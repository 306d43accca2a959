import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { nativePackage } from '../../../scripts/package/nativePackage.ts';
import { notices } from '../../../scripts/package/notices.ts';
import { cacheFolder, root } from '../../../scripts/paths.ts';

const digestOf = (bytes: Buffer | string) =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

test('a native part is packed only if its archive matches the lock file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-part-'));
  const name = `arbscope-test-${process.pid}`;
  const archive = join(cacheFolder, 'native', `${name}-1.0.0.tgz`);
  const lock = join(folder, 'package-lock.json');
  const lockWith = (integrity: string) =>
    writeFile(
      lock,
      JSON.stringify({ packages: { [`node_modules/${name}`]: { version: '1.0.0', integrity } } }),
    );
  try {
    await mkdir(join(folder, 'package'));
    await mkdir(dirname(archive), { recursive: true });
    await writeFile(join(folder, 'package/part.node'), 'the part');
    execFileSync('tar', ['-czf', archive, '-C', folder, 'package']);
    await lockWith(digestOf(await readFile(archive)));
    const unpacked = await nativePackage(name, lock);
    assert.equal(await readFile(join(unpacked, 'part.node'), 'utf8'), 'the part');
    await rm(unpacked, { recursive: true });
    await lockWith(digestOf('another'));
    await assert.rejects(nativePackage(name, lock), /is not what package-lock.json names/);
  } finally {
    await rm(archive, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
});

test('a native part without a digest in the lock file is neither packed nor downloaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-part-'));
  try {
    const lock = join(folder, 'package-lock.json');
    const name = 'litesvm-linux-x64-gnu';
    for (const integrity of [undefined, '', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=']) {
      await writeFile(
        lock,
        JSON.stringify({ packages: { [`node_modules/${name}`]: { version: '0.0.0', integrity } } }),
      );
      await assert.rejects(nativePackage(name, lock), /has no digest of litesvm-linux-x64-gnu/);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the notices contain the full licence of each bundled package once', async () => {
  const text = await notices(
    ['typebox', 'lru-cache', 'typebox'].map((name) => join(root, 'node_modules', name)),
  );
  assert.equal(text.match(/^typebox \d/gm)?.length, 1);
  assert.match(text, /Permission is hereby granted/);
  assert.match(text, /lru-cache [\d.]+\nLicence: \S+/);
});
