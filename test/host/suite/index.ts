import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import { describeFailure, type FileResult } from '../../../scripts/test/level.ts';
import { onlyVariable, resultsVariable } from '../results.ts';
import { unusedCommands } from './unusedCommands.ts';

/** Called by VS Code inside its extension host; a rejection makes the host exit with 1. */
export async function run(): Promise<void> {
  // VS Code prints the console without replacing placeholders, among its own output.
  Mocha.reporters.Base.consoleLog = (...line: unknown[]) =>
    console.log(`[test] ${format(...line)}`);
  const mocha = new Mocha({ ui: 'tdd', reporter: 'spec', timeout: 30_000 });
  // Runs only some suites, by the starts of their names: ARBSCOPE_HOST_ONLY=finder,connections.
  const only = (process.env[onlyVariable] ?? '').split(',');
  const left = unusedCommands();
  for (const name of readdirSync(import.meta.dirname).sort()) {
    const isWanted = only.some((start) => name.startsWith(start));
    if (name.endsWith('.test.mjs') && isWanted) mocha.addFile(join(import.meta.dirname, name));
  }
  // Load now, so that the hooks below are added to all suites.
  await mocha.loadFilesAsync();
  for (const suite of mocha.suite.suites) suite.afterAll('closes its tabs', closeTabs);
  const results = new Map<string, FileResult>();
  if (only.includes('')) {
    mocha.suite.afterAll('every command was run', () => {
      // Tests that failed may have run fewer commands.
      const hasFailed = [...results.values()].some(({ failed }) => failed > 0);
      if (!hasFailed) assert.deepEqual(left(), []);
    });
  }
  const add = (test: Mocha.Runnable, count: Omit<FileResult, 'file'>): void => {
    const file = basename(test.file ?? test.parent?.file ?? '', '.mjs');
    const { passed = 0, failed = 0, failures = [], skipped = [] } = results.get(file) ?? {};
    results.set(file, {
      file,
      passed: passed + count.passed,
      failed: failed + count.failed,
      failures: [...failures, ...count.failures],
      skipped: [...skipped, ...count.skipped],
    });
  };
  const none = { passed: 0, failed: 0, failures: [], skipped: [] } as const;
  const failed = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => add(test, { ...none, passed: 1 }));
    runner.on('pending', (test) => add(test, { ...none, skipped: [test.fullTitle()] }));
    runner.on('fail', (test, error) => {
      add(test, { ...none, failed: 1, failures: [describeFailure(test.fullTitle(), error)] });
    });
  });
  const file = process.env[resultsVariable];
  if (file !== undefined) writeFileSync(file, JSON.stringify([...results.values()]));
  if (failed > 0) throw new Error(`${failed} tests failed`);
}

/**
 * Closes all tabs: a panel that loads during a later suite would take the focus and close an open
 * quick pick.
 */
async function closeTabs(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(({ isDirty }) => !isDirty));
}
