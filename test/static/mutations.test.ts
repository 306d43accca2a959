import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/paths.ts';
import { listedMutations, onlyPlace } from '../../scripts/test/mutationLists.ts';

const mutations = await listedMutations();
const suites = readdirSync(join(root, 'test/host/suite'));

/** Sentences of the mutations that are not as wanted. */
const unless = (isRight: (one: (typeof mutations)[number]) => boolean) =>
  mutations.filter((one) => !isRight(one)).map(({ area, protection }) => `${area}: ${protection}`);

describe('every protection that test:mutations removes', () => {
  test('stands exactly once in its file, and is another text then', () => {
    const isThere = ({ file, find, replace }: (typeof mutations)[number]) =>
      existsSync(join(root, file)) &&
      onlyPlace(readFileSync(join(root, file), 'utf8'), find) !== null &&
      find !== replace;
    assert.deepEqual(unless(isThere), []);
  });

  test('has tests that exist', () => {
    const hasTests = ({ tests = [], hostSuites = [] }: (typeof mutations)[number]) =>
      tests.length + hostSuites.length > 0 &&
      (tests.length === 0 || hostSuites.length === 0) &&
      tests.every((file) => existsSync(join(root, file))) &&
      hostSuites.every((part) => suites.some((name) => name.includes(part)));
    assert.deepEqual(unless(hasTests), []);
  });

  test('is one of at least sixty', () => {
    assert.ok(mutations.length >= 60, `${mutations.length} mutations`);
  });

  test('is named once', () => {
    const names = mutations.map(({ protection }) => protection);
    assert.deepEqual(
      unless(({ protection }) => names.indexOf(protection) === names.lastIndexOf(protection)),
      [],
    );
  });
});
