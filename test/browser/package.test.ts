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
import { allVariable } from '../../scripts/test/level.ts';
import { documentLinks, shippedDocuments } from '../static/documents.ts';
import { suiteLimit } from '../suiteLimit.ts';

const largestBytes = 45_000_000;
const expected =
  /^(package(\.nls(\.zh-cn)?)?\.json|l10n\/bundle\.l10n\.zh-cn\.json|readme\.md|changelog\.md|LICENSE\.txt|THIRD-PARTY-NOTICES\.txt|\.vsixmanifest|docs\/[\w-]+\.md|media\/.*\.(svg|css|json|webp)|media\/icon\.png|dist\/((extension|backend)\/)?[\w-]+\.js|dist\/package\.json|dist\/webview\/\w+\.(js|css)|dist\/[\w-]+\/[\w.=-]+\.(parquet|json))$/;

/** Runs a command in a network namespace with loopback only, if the system supports it. */
function withoutNetwork(command: readonly string[]): readonly string[] {
  try {
    execFileSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command];
  } catch {
    return command;
  }
}

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
const isAll = process.env[allVariable] !== undefined;
/** The newest VS Code, and in test:all also the oldest supported one, unless a version is set. */
const servers: readonly string[] =
  chosen !== undefined ? [chosen] : isAll ? Object.values(serverVersions) : [serverVersions.newest];

async function walk(file: string, version: string): Promise<WalkLine[]> {
  await installServer(() => undefined, { version });
  const script = join(import.meta.dirname, 'runFirstUse.ts');
  const [command = '', ...args] = withoutNetwork([process.execPath, script, file]);
  const walking = promisify(execFile)(command, args, {
    env: {
      ...process.env,
      [serverVariable]: version,
      ARBSCOPE_PICTURES: join(artifactsFolder, 'newcomer', version),
      // Nothing listens there; a fallback for systems where the network cannot be cut.
      HTTPS_PROXY: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
    },
  });
  const { stdout } = await walking.catch((error: Error & { readonly stdout: string }) => {
    const lines = parseWalk(error.stdout);
    const failure = lines.find((line) => line.failure !== undefined)?.failure;
    if (failure === undefined) throw error;
    // Put the most important part first, because summaries are truncated.
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
    // From the production build of the previous test level.
    made = await makePackage(target);
  });

  for (const version of servers) {
    test(`lets a new user of VS Code ${version.replace(/^4/, '1')} take the README’s tour on the Sandbox`, async () => {
      const lines = await walk(made.file, version);
      files = lines.find((line) => line.files !== undefined)?.files ?? [];
      const steps = lines.flatMap(({ step }) => step ?? []);
      assert.deepEqual(steps, [
        'finder',
        'route-map',
        'coverage',
        'simulation',
        'landing-preview',
        'landed',
        'wallet',
        'hover',
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

  test('contains all files that its README and its documentation link to and show', () => {
    const missing = shippedDocuments
      .flatMap((path) => documentLinks(path).map(({ target }) => target))
      .filter((target) => target !== 'README.md' && !files.includes(target));
    assert.deepEqual(missing, []);
  });

  test('is small enough for a slow connection', () => {
    assert.ok(statSync(made.file).size < largestBytes);
  });
});
