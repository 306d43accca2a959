import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { ConfigProblem } from '../../../../src/botConfig/model.ts';
import type { ConfigDiagnostics } from '../../../../src/extension/botConfig/configDiagnostics.ts';
import type { ReadDocument } from '../../../../src/extension/botConfig/configDocuments.ts';
import type { LineStarts } from '../../../../src/extension/botConfig/lineStarts.ts';
import { EventEmitter, editor, replaceVscode, settings, Uri } from '../vscodeDouble.ts';
import { configOf } from './coverage/coverages.ts';

const uri = new Uri('bot.toml');
const settingId = 'arbscope.botConfig.diagnostics';

const problemAt = (start: number): ConfigProblem => ({
  ...{ code: 'unknown-key', range: { start, end: start + 1 }, severity: 'warning' },
  ...{ arguments: ['key'], related: null, fix: null },
});

describe('Problems of a bot config', () => {
  let Diagnostics: typeof ConfigDiagnostics;
  let Lines: typeof LineStarts;
  before(async () => {
    replaceVscode();
    const folder = '../../../../src/extension/botConfig';
    ({ ConfigDiagnostics: Diagnostics } = await import(`${folder}/configDiagnostics.ts`));
    ({ LineStarts: Lines } = await import(`${folder}/lineStarts.ts`));
  });
  beforeEach(() => {
    editor.diagnostics.clear();
    settings.set(settingId, true);
  });

  function open(pools: readonly string[], problems: readonly ConfigProblem[]) {
    const changes = new EventEmitter<vscode.Uri>();
    const of = { uri } as unknown as vscode.TextDocument;
    let latest: ReadDocument | null = {
      ...{ uri: of.uri, version: 1, config: configOf(pools), problems, omittedProblems: 0 },
      lines: new Lines(''),
    };
    let inTurn = 0;
    let mostInTurn = 0;
    const lines = new Lines('');
    latest = {
      ...latest,
      lines: Object.assign(lines, {
        toPosition: (offset: number) => {
          inTurn += 1;
          mostInTurn = Math.max(mostInTurn, inTurn);
          return Lines.prototype.toPosition.call(lines, offset);
        },
      }),
    };
    const diagnostics = new Diagnostics({
      documents: {
        latest: () => latest,
        onChange: changes.event as vscode.Event<vscode.Uri>,
        all: [],
      },
      addressDiagnostics: { inRange: () => [], onChange: () => ({ dispose: () => undefined }) },
      createYielder: () => async () => {
        inTurn = 0;
      },
    });
    return {
      diagnostics,
      of,
      most: () => mostInTurn,
      tell: () => changes.fire(of.uri),
      become: (next: Partial<ReadDocument> | null) => {
        latest = next === null || latest === null ? null : { ...latest, ...next };
      },
    };
  }
  const shown = () => editor.diagnostics.get(uri.toString())?.map(({ message }) => message) ?? [];

  test('are converted in batches that yield to the editor', async () => {
    const problems = Array.from({ length: 900 }, (_each, index) => problemAt(index));
    const { diagnostics, of, most, tell } = open([], problems);
    tell();
    assert.deepEqual(shown(), [], 'in the turn in which the file was read');
    await diagnostics.shown(of);
    assert.equal(shown().length, 900);
    assert.equal(diagnostics.of(of).length, 900);
    assert.ok(most() > 0 && most() < 50, `${most()} places at once`);
  });

  test('fade dead pools up to the limit, in batches that yield to the editor', async () => {
    const pools = Array.from({ length: 5_000 }, (_each, index) => `pool${index}`);
    const { diagnostics, of, most } = open(pools, [problemAt(0)]);
    const dead = { addresses: new Set(pools), windowLabel: '24 h' };
    diagnostics.setDeadPools(of.uri, dead);
    await diagnostics.shown(of);
    assert.equal(shown().length, 1_000);
    assert.ok(most() > 0 && most() < 50, `${most()} places at once`);
  });

  test('are those of the newest version, even if an older conversion ends later', async () => {
    const { diagnostics, of, tell, become } = open([], [problemAt(0), problemAt(1)]);
    tell();
    become({ version: 2, problems: [problemAt(5)] });
    tell();
    await diagnostics.shown(of);
    await nextTurn();
    assert.equal(shown().length, 1);
    assert.equal(diagnostics.of(of)[0]?.version, 2);
  });

  test('disappear with the file at once, even during a conversion', async () => {
    const { diagnostics, of, tell, become } = open([], [problemAt(0)]);
    tell();
    await diagnostics.shown(of);
    assert.equal(shown().length, 1);
    tell();
    become(null);
    tell();
    assert.deepEqual(shown(), []);
    await nextTurn();
    await nextTurn();
    assert.deepEqual(shown(), []);
  });
});
