import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { importGraph, readSources } from './importGraph.ts';
import { breaches } from './importRules.ts';

const graphOf = (files: Readonly<Record<string, string>>) =>
  importGraph(new Map(Object.entries(files)));

const broken = (files: Readonly<Record<string, string>>, message: RegExp) => {
  const found = breaches(graphOf(files));
  assert.equal(
    found.some((breach) => message.test(breach)),
    true,
    `expected ${message} in:\n${found.join('\n')}`,
  );
};

describe('who may import whom', () => {
  test('the source keeps to the rules', () => {
    const graph = importGraph(readSources(join(import.meta.dirname, '..', '..', '..', 'src')));
    assert.equal(graph.size > 0, true);
    assert.deepEqual(breaches(graph), []);
  });

  test('a house in order has no breach', () => {
    const files = {
      'interface/a.ts': "import Type from 'typebox';",
      'interface/data.ts': 'export const data = 1;',
      'solana/b.ts': "import { data } from '../interface/data.ts'; import 'node:crypto';",
      'client/c.ts': "import 'undici'; import type { A } from '../interface/a.ts';",
      'engine/d.ts': "import '@duckdb/node-api'; import '../solana/b.ts';",
      'market/protocol.ts': "import type { A } from '../interface/a.ts'; import 'node:net';",
      'market/main.ts': "import '../client/c.ts'; import '../engine/d.ts';",
      'extension/main.ts':
        "import 'vscode'; import '../market/protocol.ts'; import '../interface/data.ts';" +
        "import type { A } from '../interface/a.ts'; import 'vscode-jsonrpc/node';",
      'webview/guards.ts': '',
      'webview/messages.ts': "import './guards.ts'; import type { A } from '../interface/a.ts';",
      'webview/messages/view.ts': "import '../guards.ts'; import '../messages.ts';",
      'webview/view/main.ts':
        "import '../messages/view.ts'; import 'd3-shape'; import '../../interface/data.ts';",
      'extension/panels/view.ts': "import '../../webview/messages/view.ts';",
    };
    assert.deepEqual(breaches(graphOf(files)), []);
  });

  const other = { 'engine/x.ts': '', 'client/x.ts': '', 'market/x.ts': '', 'interface/x.ts': '' };

  for (const [what, text, message] of [
    ['an import', "import { x } from '../engine/x.ts';", /client\/a\.ts may not import engine/],
    ['an import of a type', "import type { X } from '../engine/x.ts';", /may not import engine/],
    ['a type in place', "type X = import('../engine/x.ts').X;", /may not import engine/],
    ['a load at run time', "await import('../engine/x.ts');", /may not import engine/],
    ['a require', "require('../engine/x.ts');", /may not import engine/],
    ['a re-export', "export { x } from '../engine/x.ts';", /may not import engine/],
  ] as const) {
    test(`${what} from the client to the engine is a breach`, () => {
      broken({ ...other, 'client/a.ts': text }, message);
    });
  }

  test('nobody imports the market process but for its protocol', () => {
    broken({ ...other, 'extension/a.ts': "import '../market/x.ts';" }, /may not import market/);
    broken({ ...other, 'engine/a.ts': "import '../market/x.ts';" }, /may not import market/);
  });

  test('the interface stands on nothing but the schema library', () => {
    broken({ 'solana/x.ts': '', 'interface/a.ts': "import '../solana/x.ts';" }, /may not import/);
    broken({ 'interface/a.ts': "import 'node:fs';" }, /interface is schemas/);
  });

  test('a package out of its place is a breach, as is a part of it', () => {
    broken({ 'engine/a.ts': "import type { Uri } from 'vscode';" }, /it belongs in extension/);
    broken({ 'engine/answers/a.ts': "import 'undici';" }, /it belongs in client/);
    broken({ 'extension/a.ts': "import '@duckdb/node-api/lib/x';" }, /it belongs in engine/);
    broken({ 'solana/a.ts': "import { LiteSVM } from 'litesvm';" }, /it belongs in engine/);
  });

  test('the extension loads no schema library and no network, however deep they are', () => {
    const deep = {
      'interface/schema.ts': "import Type from 'typebox';",
      'interface/finder.ts': "import { Text } from './schema.ts';",
      'solana/web.ts': "import 'node:https';",
    };
    broken({ ...deep, 'extension/a.ts': "import '../interface/finder.ts';" }, /load typebox/);
    broken({ ...deep, 'extension/a.ts': "import '../solana/web.ts';" }, /load node:https/);
    const typesOnly = {
      ...deep,
      'extension/a.ts': "import type { F } from '../interface/finder.ts';",
    };
    assert.deepEqual(breaches(graphOf(typesOnly)), []);
  });

  test('a webview loads nothing of Node and nothing that compiles code', () => {
    broken({ 'webview/a.ts': "import 'node:path';" }, /load node:path/);
    broken(
      { 'interface/s.ts': "import 'typebox';", 'webview/a.ts': "import '../interface/s.ts';" },
      /load typebox/,
    );
  });

  test('a webview loads small drawing libraries alone', () => {
    broken({ 'webview/a.ts': "import 'three';" }, /may not load three/);
    broken(
      { 'solana/x.ts': '', 'webview/a.ts': "import '../solana/x.ts';" },
      /may not import solana/,
    );
  });

  test('the extension takes from a webview what both sides say, and that is data alone', () => {
    const page = { 'webview/dom.ts': '', 'webview/view/main.ts': '' };
    broken({ ...page, 'extension/a.ts': "import '../webview/dom.ts';" }, /may not import webview/);
    broken({ ...page, 'extension/a.ts': "import '../webview/view/main.ts';" }, /may not import/);
    broken({ ...page, 'webview/messages.ts': "import './dom.ts';" }, /the extension loads it/);
  });

  test('a circle is a breach, be it of types and long', () => {
    broken(
      {
        'engine/a.ts': "import './b.ts';",
        'engine/b.ts': "import type { C } from './c.ts';",
        'engine/c.ts': "import './a.ts';",
      },
      /a circle: engine\/a\.ts -> engine\/b\.ts -> engine\/c\.ts/,
    );
    broken({ 'engine/a.ts': "import './a.ts';" }, /a circle: engine\/a\.ts/);
  });

  test('an import that leads nowhere, and a folder without rules, are breaches', () => {
    broken({ 'engine/a.ts': "import './gone.ts';" }, /engine\/gone\.ts, which does not exist/);
    broken({ 'helpers/a.ts': '' }, /in no part that the rules know/);
  });
});
