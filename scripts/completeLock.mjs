/**
 * Keeps package-lock.json complete for every platform.
 *
 * A registry mirror that lacks some platform's prebuilt packages makes `npm install` leave them out
 * of the lock, and `npm ci` then refuses the lock everywhere. This adds the entries that are missing
 * (exact version from the parent, platform from the package's name).
 *
 * node scripts/completeLock.mjs          writes the missing entries
 * node scripts/completeLock.mjs --check  fails when one is missing
 */
import { readFileSync, writeFileSync } from 'node:fs';

const lockFile = new URL('../package-lock.json', import.meta.url);

/** Where npm would look for `name` from the package at `from`, nearest first. */
function placesOf(name, from) {
  const places = [`${from}/node_modules/${name}`];
  let folder = from;
  while (folder.includes('node_modules/')) {
    folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '');
    places.push(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
  }
  return places;
}

/** `os`, `cpu` and `libc` as npm writes them, or null when the name tells no platform. */
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

if (added.length > 0 && process.argv.includes('--check')) {
  console.error(`package-lock.json lacks ${added.join(', ')}; run: node scripts/completeLock.mjs`);
  process.exitCode = 1;
} else if (added.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added to package-lock.json: ${added.join(', ')}`);
}
