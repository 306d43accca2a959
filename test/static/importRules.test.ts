import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/paths.ts';

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** The files that break a rule, each with the rule's name, in a tree of these files. */
function violations(files: Readonly<Record<string, string>>, imports: 'all' | 'runtime'): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-imports-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'src', name)), { recursive: true });
      writeFileSync(join(folder, 'src', name), text);
    }
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const config = join(root, `.dependency-cruiser${imports === 'all' ? '' : '.runtime'}.mjs`);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [program, 'src', '--config', config, '--output-type', 'json'],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.notEqual(stdout, '', stderr);
    const { summary } = JSON.parse(stdout) as {
      readonly summary: { readonly violations: readonly Violation[] };
    };
    return summary.violations.map(({ from, rule }) => `${from.slice(4)}: ${rule.name}`).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const allowed = {
  'api/a.ts': "import Type from 'typebox';",
  'api/data.ts': 'export const data = 1;',
  'solana/b.ts': "import { data } from '../api/data.ts'; import 'node:crypto';",
  'http/h.ts': "import 'undici'; import { data } from '../api/data.ts';",
  'client/c.ts': "import '../http/h.ts'; import type { A } from '../api/a.ts';",
  'engine/store/duckdb/database/query.ts': "import '@duckdb/node-api';",
  'engine/d.ts': "import './store/duckdb/query.ts'; import '../solana/b.ts';",
  'backend/protocol/channelProtocol.ts':
    "import type { A } from '../../api/a.ts'; import 'node:net';",
  'backend/main.ts': "import '../client/c.ts'; import '../engine/d.ts';",
  'extension/main.ts':
    "import '../backend/protocol/channelProtocol.ts'; import type { A } from '../api/a.ts'; import 'vscode-jsonrpc';",
  'webview/guards.ts': '',
  'webview/messages.ts': "import './guards.ts'; import type { A } from '../api/a.ts';",
  'webview/messages/view.ts': "import '../guards.ts'; import '../messages.ts';",
  'webview/view/main.ts': "import '../messages/view.ts'; import 'd3-array';",
  'extension/finder/view.ts': "import '../../webview/messages/view.ts';",
};

describe('the import rules', () => {
  test('accept a tree that follows them', () => {
    assert.deepEqual(violations(allowed, 'all'), []);
    assert.deepEqual(violations(allowed, 'runtime'), []);
  });

  test('reject imports across folders, misplaced packages and cycles, types included', () => {
    const broken = {
      ...allowed,
      'client/1.ts': "import { x } from '../engine/d.ts';",
      'client/2.ts': "import type { X } from '../engine/d.ts';",
      'client/3.ts': "type X = import('../engine/d.ts').X;",
      'client/4.ts': "await import('../engine/d.ts');",
      'client/5.ts': "export { x } from '../engine/d.ts';",
      'extension/1.ts': "import '../backend/main.ts';",
      'extension/2.ts': "import '../webview/view/main.ts';",
      'extension/3.ts': "import '@duckdb/node-api';",
      'engine/1.ts': "import type { X } from './2.ts';",
      'engine/2.ts': "import './1.ts';",
      'engine/3.ts': "import './gone.ts';",
      'engine/4.ts': "import 'undici';",
      'engine/store/5.ts': "import '@duckdb/node-api';",
      'api/1.ts': "import 'node:fs';",
      'helpers/1.ts': '',
      'helpers/2.ts': "import './1.ts';",
    };
    assert.deepEqual(violations(broken, 'all'), [
      'api/1.ts: api-is-plain',
      ...[1, 2, 3, 4, 5].map((each) => `client/${each}.ts: client-imports`),
      'engine/1.ts: no-cycle',
      'engine/3.ts: resolves',
      'engine/4.ts: undici-place',
      'engine/store/5.ts: @duckdb/node-api-place',
      'extension/1.ts: extension-imports',
      'extension/2.ts: extension-imports',
      'extension/3.ts: @duckdb/node-api-place',
      'helpers/2.ts: known-folder',
    ]);
  });

  test('reject what a program would load indirectly, and allow its types', () => {
    const deep = {
      ...allowed,
      'api/schema.ts': "import Type from 'typebox'; export const schema = Type;",
      'solana/web.ts': "import 'node:https';",
      'extension/1.ts': "import '../api/schema.ts';",
      'extension/2.ts': "import '../solana/web.ts';",
      'extension/3.ts': "import type { schema } from '../api/schema.ts';",
      'webview/1.ts': "import '../api/schema.ts';",
      'webview/2.ts': "import 'node:path';",
      'webview/dom.ts': '',
      'webview/messages/1.ts': "import '../dom.ts';",
    };
    assert.deepEqual(
      [...new Set(violations(deep, 'runtime'))],
      [
        'extension/1.ts: extension-loads',
        'extension/2.ts: extension-loads',
        'webview/1.ts: webview-loads',
        'webview/2.ts: webview-loads',
        'webview/messages/1.ts: messages-load',
      ],
    );
  });
});
