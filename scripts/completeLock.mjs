/**
 * Keeps package-lock.json complete for every platform: each package with the digest of its bytes.
 *
 * If a registry mirror lacks some platform's prebuilt packages, `npm install` writes them to the
 * lock without a digest, or not at all; then anything could be installed under their names. This
 * script adds the missing entries (exact version from the parent, platform from the package's name)
 * and gets missing digests from the registry. Fails if the registry lacks a platform's package:
 * then use a version that it has for every platform.
 *
 * node scripts/completeLock.mjs          writes what is missing
 * node scripts/completeLock.mjs --check  fails when something is missing
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const lockFile = new URL('../package-lock.json', import.meta.url);

/** Where npm looks for `name` from the package at `from`, nearest first. */
function placesOf(name, from) {
  const places = [`${from}/node_modules/${name}`];
  let folder = from;
  while (folder.includes('node_modules/')) {
    folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '');
    places.push(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
  }
  return places;
}

function platformOf(name) {
  const [os] = /darwin|linux|win32|android|freebsd/.exec(name) ?? [];
  const [cpu] = /arm64|x64|ia32/.exec(name) ?? [];
  if (os === undefined || cpu === undefined) return null;
  const [libc] = /musl|gnu/.exec(name) ?? [];
  return {
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc === 'musl' ? 'musl' : 'glibc'] }),
    os: [os],
  };
}

function digestOf(nameAndVersion) {
  try {
    const options = { shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('npm', ['view', nameAndVersion, 'dist.integrity'], options)
      .toString()
      .trim();
  } catch {
    return '';
  }
}

const isCheck = process.argv.includes('--check');
const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
const added = [];
for (const [place, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (placesOf(name, place).some((candidate) => candidate in lock.packages)) continue;
    const platform = platformOf(name);
    if (platform === null || !/^\d/.test(version)) continue;
    const dev = entry.dev === true ? { dev: true } : {};
    lock.packages[`node_modules/${name}`] = { version, ...dev, optional: true, ...platform };
    added.push(`${name}@${version}`);
  }
}
const unpinned = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === '' || entry.integrity?.startsWith('sha512-')) continue;
  const name = `${entry.name ?? place.replace(/^.*node_modules\//, '')}@${entry.version}`;
  const integrity = isCheck ? '' : digestOf(name);
  if (integrity.startsWith('sha512-')) Object.assign(entry, { integrity });
  else unpinned.push(name);
}

if (unpinned.length > 0) {
  console.error(`No digest of ${unpinned.join(', ')}; run: node scripts/completeLock.mjs`);
  process.exitCode = 1;
} else if (added.length > 0 && isCheck) {
  console.error(`package-lock.json lacks ${added.join(', ')}; run: node scripts/completeLock.mjs`);
  process.exitCode = 1;
} else if (!isCheck) {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json is complete; added: ${added.join(', ') || 'nothing'}`);
}
