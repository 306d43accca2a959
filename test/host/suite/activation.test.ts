import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { emptyExtensionId } from '../../emptyExtension.ts';
import { activationVariable } from '../results.ts';
import { activated } from './window.ts';

/**
 * Performance marks of the editor, for example when an extension starts to load or has activated.
 */
interface EditorMarks {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

/** Milliseconds between two of the editor's marks for an extension. */
function between(from: string, to: string, extension: string): number {
  const { MonacoPerformanceMarks: marks } = globalThis as { MonacoPerformanceMarks?: EditorMarks };
  const at = (name: string): number => {
    const mark = marks?.getMarks().find((each) => each.name === `code/extHost/${name}`);
    return mark?.startTime ?? Number.NaN;
  };
  return at(`${to}/${extension}`) - at(`${from}/${extension}`);
}

const activationOf = (extension = 'arbscope.arbscope') => ({
  loadMilliseconds: between('willLoadExtensionCode', 'didLoadExtensionCode', extension),
  activateMilliseconds: between('willActivateExtension', 'didActivateExtension', extension),
});

const urlOf = (...path: readonly string[]): string => pathToFileURL(join(...path)).href;

/**
 * URLs of the scripts in this extension host, from the inspector: Node does not list imported
 * modules elsewhere.
 */
function loadedScripts(): readonly string[] {
  const session = new Session();
  const urls: string[] = [];
  session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url));
  session.connect();
  session.post('Debugger.enable');
  session.disconnect();
  return urls;
}

suite('Activation', () => {
  // The benchmark runs this suite alone and uses the figure; here it only needs to exist.
  test('is timed by the editor itself', async () => {
    await activated();
    const own = activationOf();
    assert.ok(own.loadMilliseconds >= 0 && own.activateMilliseconds >= 0);
    const file = process.env[activationVariable];
    if (file === undefined) return;
    // The editor may not have activated it yet.
    await vscode.extensions.getExtension(emptyExtensionId)?.activate();
    writeFileSync(file, JSON.stringify({ own, empty: activationOf(emptyExtensionId) }));
  });

  test('loads no network library and no native code into the extension host', async () => {
    await activated();
    const { extensionPath = ' ' } = vscode.extensions.getExtension('arbscope.arbscope') ?? {};
    // The editor and its own packages may be below the folder as well.
    const ours = loadedScripts().filter((url) =>
      ['dist', 'node_modules'].some((part) => url.startsWith(urlOf(extensionPath, part))),
    );
    assert.ok(ours.includes(urlOf(extensionPath, 'dist', 'extension.js')), ours.join());
    const network = ours.filter((url) => /undici|duckdb|litesvm|backend\.js$/.test(url));
    assert.deepEqual(network, []);
    const { sharedObjects } = process.report.getReport() as { sharedObjects: readonly string[] };
    const native = sharedObjects.filter(
      (path) => path.startsWith(extensionPath) && /duckdb|litesvm/.test(path),
    );
    assert.deepEqual(native, []);
  });
});
