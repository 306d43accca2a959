import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { nativeParts, ownTarget, targets } from '../../../scripts/package/targets.ts';
import { root } from '../../../scripts/paths.ts';

interface Locked {
  readonly version: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

describe('The package targets:', () => {
  for (const target of targets) {
    test(`${target.name} has the native parts for its system, in locked versions`, () => {
      const [system = '', cpu = ''] = target.name.split('-');
      for (const name of nativeParts(target)) {
        const locked = packages[`node_modules/${name}`];
        assert.ok(locked !== undefined, name);
        assert.deepEqual(locked.os, [system === 'alpine' ? 'linux' : system], name);
        assert.deepEqual(locked.cpu, [cpu], name);
        if (locked.libc !== undefined) {
          assert.deepEqual(locked.libc, [system === 'alpine' ? 'musl' : 'glibc'], name);
        }
      }
    });
  }

  test('LiteSVM is missing exactly on targets without a build of it', () => {
    const built = Object.keys(packages).flatMap(
      (place) => /^node_modules\/litesvm-(.+)$/.exec(place)?.[1] ?? [],
    );
    const held = targets.flatMap(({ litesvm }) => litesvm ?? []);
    assert.deepEqual(held.toSorted(), built.toSorted());
  });

  test('a machine detects its own target', () => {
    const of = (platform: string, arch: string, isMusl = false) =>
      ownTarget({ platform, arch, isMusl })?.name;
    assert.equal(of('linux', 'x64'), 'linux-x64');
    assert.equal(of('linux', 'arm64', true), 'alpine-arm64');
    assert.equal(of('win32', 'arm64'), 'win32-arm64');
    assert.equal(of('freebsd', 'x64'), undefined);
  });
});
