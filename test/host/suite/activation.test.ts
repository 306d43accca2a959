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
    const before = process.cpuUsage();
    const start = performance.now();
    await extension.activate();
    const milliseconds = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    const cpuMilliseconds = (user + system) / 1_000;
    assert.ok(milliseconds >= 0);
    const file = process.env[activationVariable];
    if (file !== undefined)
      writeFileSync(file, JSON.stringify({ milliseconds, cpuMilliseconds, wasActive }));
  });

  test('loads neither a network library nor native code into the extension host', async () => {
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
