import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { activationVariable } from '../results.ts';
import { activated } from './window.ts';

suite('Activation', () => {
  // Its figure is for the benchmark, which runs this suite alone; here it must only be told.
  test('takes a time that can be measured', async () => {
    const extension = vscode.extensions.getExtension('arbscope.arbscope');
    assert.ok(extension !== undefined);
    const wasActive = extension.isActive;
    const start = performance.now();
    await extension.activate();
    const milliseconds = performance.now() - start;
    assert.ok(milliseconds >= 0);
    const file = process.env[activationVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify({ milliseconds, wasActive }));
  });

  test('loads neither a network library nor native code into the extension host', async () => {
    await activated();
    const extension = vscode.extensions.getExtension('arbscope.arbscope');
    const loaded = Object.keys(
      createRequire(join(extension?.extensionPath ?? '', 'x')).cache ?? {},
    );
    const ours = loaded.filter((path) => path.startsWith(extension?.extensionPath ?? ' '));
    assert.ok(
      ours.some((path) => path.endsWith(join('dist', 'extension.js'))),
      ours.join(),
    );
    assert.ok(!ours.some((path) => /undici|duckdb|litesvm|\.node$/.test(path)), ours.join());
  });
});
