import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type * as vscode from 'vscode';
import type { ReadConfig } from '../../../../../src/extension/botConfig/coverage/configSource.ts';
import type { DocumentCoverage } from '../../../../../src/extension/botConfig/coverage/coverageOfDocuments.ts';
import { configFigures } from '../../../../../src/extension/botConfig/coverage/entryFigures.ts';
import { FiguresOfDocument } from '../../../../../src/extension/botConfig/coverage/figuresOfDocument.ts';
import { configOf, reportOf } from './coverages.ts';

const uri = { toString: () => 'untitled:bot' } as vscode.Uri;

async function knownOf(config: ReadConfig['config']): Promise<DocumentCoverage> {
  const coverage = reportOf({ a: 5, b: 9 }, [7]);
  const figures = await configFigures(config, coverage, async () => undefined);
  const query = { windowSeconds: 86_400, percentile: null };
  return { coverage, query, read: { config, version: 1 }, figures };
}

describe('The figures of an edited config', () => {
  test('are those of its coverage while the text is unchanged', async () => {
    const known = await knownOf(configOf(['a', 'b']));
    const figures = new FiguresOfDocument({ current: () => null }, { get: () => known });
    assert.equal(await figures.get(uri, 1), known);
  });

  test('are placed once for each version, including the gains of its groups', async () => {
    const known = await knownOf(configOf(['a', 'b']));
    const moved = { ...configOf(['a', 'b']), keys: [] };
    const source = { current: () => ({ config: moved, version: 2 }) };
    const figures = new FiguresOfDocument(source, { get: () => known });
    const [one, other] = await Promise.all([figures.get(uri, 2), figures.get(uri, 2)]);
    assert.equal(one, other);
    assert.equal(one?.read.config, moved);
    assert.equal(one?.figures.entries[0]?.figures?.net_gains_usd, 7);
  });

  test('are missing for groups that the edit may have moved', async () => {
    const known = await knownOf(configOf(['a', 'b']));
    const source = { current: () => ({ config: configOf(['b'], ['a']), version: 2 }) };
    const placed = await new FiguresOfDocument(source, { get: () => known }).get(uri, 2);
    assert.deepEqual(
      placed?.figures.entries.map((entry) => entry.figures),
      [null, null],
    );
    assert.deepEqual(
      placed?.figures.pools.map(({ address }) => address),
      ['b', 'a'],
    );
  });

  test('are unknown for a version that was not read yet', async () => {
    const known = await knownOf(configOf(['a']));
    const source = { current: () => ({ config: configOf(['a']), version: 2 }) };
    const figures = new FiguresOfDocument(source, { get: () => known });
    assert.equal(await figures.get(uri, 3), null);
  });
});
