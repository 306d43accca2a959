import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import { describeFailure } from '../../../scripts/test/level.ts';
import { type HostResults, resultsVariable } from '../results.ts';
import { unusedCommands } from './unusedCommands.ts';

/** Called by VS Code inside its extension host; a rejection makes the host exit with 1. */
export async function run(): Promise<void> {
  // VS Code prints the console without replacing placeholders, among its own output.
  Mocha.reporters.Base.consoleLog = (...line: unknown[]) =>
    console.log(`[test] ${format(...line)}`);
  const mocha = new Mocha({ ui: 'tdd', reporter: 'spec', timeout: 30_000 });
  // Runs only some suites, by parts of their names: ARBSCOPE_HOST_ONLY=finder,connections.
  const only = (process.env['ARBSCOPE_HOST_ONLY'] ?? '').split(',');
  const left = unusedCommands();
  for (const name of readdirSync(import.meta.dirname).sort()) {
    const isWanted = only.some((part) => name.includes(part));
    if (name.endsWith('.test.mjs') && isWanted) mocha.addFile(join(import.meta.dirname, name));
  }
  // Load now, so that the hooks below are added to all suites.
  await mocha.loadFilesAsync();
  for (const suite of mocha.suite.suites) suite.afterAll('closes its tabs', closeTabs);
  if (only.includes('')) {
    mocha.suite.afterAll('every command was run', () => assert.deepEqual(left(), []));
  }
  const lines: string[] = [];
  const results = await new Promise<HostResults>((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, failures: lines, skipped: pending });
    });
    runner.on('fail', (test, error) => {
      lines.push(describeFailure(test.fullTitle(), error));
    });
  });
  const file = process.env[resultsVariable];
  if (file !== undefined) writeFileSync(file, JSON.stringify(results));
  if (results.failed > 0) throw new Error(`${results.failed} tests failed`);
}

/**
 * Closes all tabs: a panel that loads during a later suite would take the focus and close an open
 * quick pick.
 */
async function closeTabs(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(({ isDirty }) => !isDirty));
}
