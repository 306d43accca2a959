import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkIntegrity, nativePackage } from '../../../scripts/package/nativePackage.ts';
import { notices } from '../../../scripts/package/notices.ts';
import { root } from '../../../scripts/paths.ts';

test('a native part that differs from the locked one is rejected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-part-'));
  try {
    const file = join(folder, 'part.tgz');
    await writeFile(file, 'the part');
    const digest = (text: string) => createHash('sha512').update(text).digest('base64');
    await checkIntegrity(file, `sha512-${digest('the part')}`);
    await assert.rejects(checkIntegrity(file, `sha512-${digest('another')}`), /is not what/);
    await assert.rejects(checkIntegrity(file, ''));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a native part without a digest in the lock file is not packed, nor fetched', async () => {
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

test('the notices contain the licence of each bundled package, complete and once', async () => {
  const text = await notices(
    ['typebox', 'lru-cache', 'typebox'].map((name) => join(root, 'node_modules', name)),
  );
  assert.equal(text.match(/^typebox \d/gm)?.length, 1);
  assert.match(text, /Permission is hereby granted/);
  assert.match(text, /lru-cache [\d.]+\nLicence: \S+/);
});
