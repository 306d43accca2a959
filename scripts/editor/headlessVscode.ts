#!/usr/bin/env node
/**
 * Replaces a desktop VS Code where none can be installed: takes its arguments for a test run
 * (`--extensionDevelopmentPath`, `--extensionTestsPath`, `--user-data-dir`, a folder), runs the
 * VS Code server and a headless Chromium, prints the tests' report, and exits with their result.
 * It writes the whole console to console.log in the user data folder, next to the server's log.
 */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchChromium, newStillPage } from './chromium.ts';
import { VSCodeServer } from './vscodeServer.ts';

/** Time limit, for a page that hangs or that never gets the extension host's exit code. */
const limitMilliseconds = 900_000;

const { values, positionals } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
  },
  strict: false,
  allowPositionals: true,
});

function required(name: string): string {
  const value = values[name];
  if (typeof value === 'string') return value;
  throw new Error(`--${name}=PATH is missing`);
}

async function runTestsInPage(browser: Browser, url: string): Promise<number> {
  const page = await newStillPage(browser, { width: 1280, height: 900 });
  const consoleLog = createWriteStream(join(required('user-data-dir'), 'console.log'));
  page.on('console', (message) => {
    consoleLog.write(`${message.text()}\n`);
    const [, line] = /^%c INFO color: #33f \[test\] (.*)$/s.exec(message.text()) ?? [];
    if (line !== undefined) process.stdout.write(`${line}\n`);
  });
  const exited = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      const shot = join(required('user-data-dir'), 'time-limit.png');
      page
        .screenshot({ path: shot })
        .finally(() => reject(new Error(`No result in time; the window is in ${shot}`)));
    }, limitMilliseconds);
    page.exposeFunction('codeAutomationExit', (code: number) => {
      clearTimeout(timer);
      resolve(code);
    });
    page.on('crash', () => reject(new Error('The page crashed')));
  });
  await page.goto(url);
  return exited;
}

async function main(): Promise<number> {
  const folder = positionals.at(-1);
  if (folder === undefined) throw new Error('A folder to open is missing');
  const server = await VSCodeServer.start({
    dataFolder: required('user-data-dir'),
    runsTests: true,
  });
  try {
    const browser = await launchChromium();
    try {
      const url = server.url(folder, {
        extensionDevelopmentPath: required('extensionDevelopmentPath'),
        extensionTestsPath: required('extensionTestsPath'),
      });
      const lost = server.ended().then(() => {
        throw new Error(`The server ended; its log is ${server.logFile}`);
      });
      return await Promise.race([runTestsInPage(browser, url), lost]);
    } finally {
      await browser.close();
    }
  } finally {
    const forced = await server.stop();
    if (forced.length > 0) {
      process.stderr.write(`Left behind by the tests:\n${forced.join('\n')}\n`);
      process.exitCode = 1;
    }
  }
}

try {
  process.exitCode = (await main()) || (process.exitCode ?? 0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
