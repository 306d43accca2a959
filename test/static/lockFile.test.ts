import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/paths.ts';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const entries = Object.entries(packages).filter(([place]) => place !== '');

describe('The lock file', () => {
  test('pins every package of every platform by the digest of its bytes', () => {
    const unpinned = entries.filter(
      ([, { integrity }]) => !/^sha512-\S{88}$/.test(integrity ?? ''),
    );
    assert.deepEqual(
      unpinned.map(([place]) => place),
      [],
    );
    assert.ok(entries.length > 500);
  });

  test('takes packages only from the registry', () => {
    const elsewhere = entries.filter(
      ([, { resolved = 'https://registry.npmjs.org/' }]) =>
        !resolved.startsWith('https://registry.npmjs.org/'),
    );
    assert.deepEqual(elsewhere, []);
  });

  test('names the parts of every platform, not only of the one it was made on', () => {
    const named = entries.flatMap(([, one]) => Object.keys(one.optionalDependencies ?? {}));
    const natives = named.filter((name) => /^(@duckdb|@biomejs|litesvm)/.test(name));
    assert.ok(natives.length >= 22);
    assert.deepEqual(
      natives.filter((name) => packages[`node_modules/${name}`] === undefined),
      [],
    );
  });
});
