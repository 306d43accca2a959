import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import {
  installServer,
  serverVariable,
  serverVersions,
} from '../../scripts/editor/installServer.ts';
import { type MadePackage, makePackage } from '../../scripts/package/makePackage.ts';
import { nativeParts, ownTarget } from '../../scripts/package/targets.ts';
import { artifactsFolder } from '../../scripts/paths.ts';
import { documentLinks, shippedDocuments } from '../static/documents.ts';
import { suiteLimit } from '../suiteLimit.ts';

const largestBytes = 45_000_000;
/** What may be in a package beside native parts. */
const expected =
  /^(package(\.nls(\.zh-cn)?)?\.json|l10n\/bundle\.l10n\.zh-cn\.json|readme\.md|changelog\.md|LICENSE\.txt|THIRD-PARTY-NOTICES\.txt|\.vsixmanifest|docs\/[\w-]+\.md|media\/.*\.(svg|css|json|webp)|media\/icon\.png|dist\/((extension|backend)\/)?[\w-]+\.js|dist\/package\.json|dist\/webview\/\w+\.(js|css)|dist\/[\w-]+\/[\w.=-]+\.(parquet|json))$/;

/** A network of its own in which there is nothing but the machine itself, where the system can. */
function withoutNetwork(command: readonly string[]): readonly string[] {
  try {
    execFileSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command];
  } catch {
    return command;
  }
}

/** What runFirstUse.ts prints. */
interface WalkLine {
  readonly files?: string[];
  readonly step?: string;
  readonly seconds?: number;
  readonly failure?: string;
}

function parseWalk(stdout: string): WalkLine[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line));
}

const chosen = process.env[serverVariable];
/** The newest VS Code and the oldest that the engine allows, unless one is asked for. */
const servers: readonly string[] = chosen === undefined ? Object.values(serverVersions) : [chosen];

async function walk(file: string, version: string): Promise<WalkLine[]> {
  await installServer(() => undefined, { version });
  const script = join(import.meta.dirname, 'runFirstUse.ts');
  const [command = '', ...args] = withoutNetwork([process.execPath, script, file]);
  const walking = promisify(execFile)(command, args, {
    env: {
      ...process.env,
      [serverVariable]: version,
      ARBSCOPE_PICTURES: join(artifactsFolder, 'newcomer', version),
      // Nothing listens there: where the network cannot be cut, what honours it goes nowhere.
      HTTPS_PROXY: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
    },
  });
  const { stdout } = await walking.catch((error: Error & { readonly stdout: string }) => {
    const lines = parseWalk(error.stdout);
    const failure = lines.find((line) => line.failure !== undefined)?.failure;
    if (failure === undefined) throw error;
    // First what a summary that is cut off still shows.
    throw new Error(`After ${lines.findLast(({ step }) => step)?.step ?? 'the start'}: ${failure}`);
  });
  return parseWalk(stdout);
}

describe('The package, installed into a VS Code without a network', suiteLimit, () => {
  let made: MadePackage;
  let files: readonly string[] = [];
  before(async () => {
    const target = ownTarget();
    assert.ok(target !== null, 'there is a package for this machine');
    // Out of the production build that the level before this one has made.
    made = await makePackage(target);
  });

  for (const version of servers) {
    test(`lets a newcomer in VS Code ${version.replace(/^4/, '1')} take the tour of the README on the Sandbox`, async () => {
      const lines = await walk(made.file, version);
      files = lines.find((line) => line.files !== undefined)?.files ?? [];
      const steps = lines.flatMap(({ step }) => step ?? []);
      assert.deepEqual(steps, [
        'finder',
        'route-map',
        'wallet',
        'hover',
        'landing-preview',
        'landed',
        'bot-config',
        'add-connection',
      ]);
    });
  }

  test('contains exactly its native libraries, and no source, test or source map', () => {
    const target = ownTarget();
    const parts = target === null ? [] : nativeParts(target);
    const native = files.filter((file) => file.startsWith('dist/node_modules/'));
    for (const name of parts) {
      assert.ok(
        native.some((file) => file.startsWith(`dist/node_modules/${name}/`)),
        name,
      );
    }
    assert.ok(native.every((file) => parts.some((name) => file.includes(`/${name}/`))));
    const others = files.filter((file) => !native.includes(file) && !expected.test(file));
    assert.deepEqual(others, []);
    for (const needed of ['THIRD-PARTY-NOTICES.txt', 'LICENSE.txt', 'dist/backend.js']) {
      assert.ok(files.includes(needed), needed);
    }
  });

  test('contains what its README and its documentation link to and show', () => {
    const missing = shippedDocuments
      .flatMap((path) => documentLinks(path).map(({ target }) => target))
      .filter((target) => target !== 'README.md' && !files.includes(target));
    assert.deepEqual(missing, []);
  });

  test('is small enough for a slow line', () => {
    assert.ok(statSync(made.file).size < largestBytes);
  });
});
