import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { activationVariable } from '../results.ts';
import { activated } from './window.ts';

/** The editor's own marks, where it keeps them: it begins to load, and ends to activate, here. */
interface EditorMarks {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

/** Milliseconds between two of the editor's marks for the extension. */
function between(from: string, to: string): number {
  const { MonacoPerformanceMarks: marks } = globalThis as { MonacoPerformanceMarks?: EditorMarks };
  const at = (name: string): number => {
    const mark = marks?.getMarks().find((each) => each.name === `code/extHost/${name}`);
    return mark?.startTime ?? Number.NaN;
  };
  return at(`${to}/arbscope.arbscope`) - at(`${from}/arbscope.arbscope`);
}

suite('Activation', () => {
  // Its figure is for the benchmark, which runs this suite alone; here it must only be told.
  test('is timed by the editor itself', async () => {
    await activated();
    const loadMilliseconds = between('willLoadExtensionCode', 'didLoadExtensionCode');
    const activateMilliseconds = between('willActivateExtension', 'didActivateExtension');
    assert.ok(loadMilliseconds >= 0 && activateMilliseconds >= 0);
    const file = process.env[activationVariable];
    if (file !== undefined) {
      writeFileSync(file, JSON.stringify({ loadMilliseconds, activateMilliseconds }));
    }
  });

  test('loads no network library and no native code into the extension host', async () => {
    await activated();
    const extension = vscode.extensions.getExtension('arbscope.arbscope');
    const loaded = Object.keys(
      createRequire(join(extension?.extensionPath ?? '', 'x')).cache ?? {},
    );
    const folder = extension?.extensionPath ?? ' ';
    // The editor and its own packages may lie below the folder as well.
    const ours = loaded.filter((path) =>
      ['dist', 'node_modules'].some((part) => path.startsWith(join(folder, part))),
    );
    assert.ok(
      ours.some((path) => path.endsWith(join('dist', 'extension.js'))),
      ours.join(),
    );
    const network = ours.filter((path) => /undici|duckdb|litesvm|market\.js$|\.node$/.test(path));
    assert.deepEqual(network, []);
  });
});
