// Only in test:all: it installs the package of the command line with npm.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, posix } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { deployFiles, makeCliPackage } from '../../scripts/package/cliPackage.ts';
import { nativeParts, ownTarget } from '../../scripts/package/targets.ts';
import { root } from '../../scripts/paths.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { documentLinks, shippedDocuments } from '../static/documents.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { contractKey } from './serveProcess.ts';

const isWindows = process.platform === 'win32';
/** PATH with the project's Node first, for the program that npm links. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
};
const npm = (args: readonly string[], cwd: string) =>
  promisify(execFile)('npm', args, { cwd, shell: isWindows, env: environment });

async function canReachRegistry(part: string): Promise<boolean> {
  try {
    await npm(['view', part, 'name', '--fetch-retries=0', '--fetch-timeout=10000'], tmpdir());
    return true;
  } catch {
    return false;
  }
}

describe('The npm package of the command line', suiteLimit, () => {
  let folder = '';
  let archive = '';
  let staged = '';
  /** Why a native part could not be installed here; empty if all were. */
  let missing = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-cli-'));
    // Uses the production build of the previous test level.
    ({ file: archive, folder: staged } = await makeCliPackage(join(folder, 'made')));
    const install = join(folder, 'made');
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await npm(['install', ...options, '--fetch-retries=1', archive], install);
    // npm skips a native part that it cannot fetch.
    const target = ownTarget();
    for (const part of target === null ? [] : nativeParts(target)) {
      if (existsSync(join(install, 'node_modules', part))) continue;
      assert.ok(!(await canReachRegistry(part)), `${part} was not installed`);
      missing = `the npm registry cannot be reached, which has ${part}`;
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const start = (...args: string[]): BackendProcess =>
    new BackendProcess(
      args,
      { ARBSCOPE_API_KEY: contractKey, PATH: environment.PATH },
      (node, [, ...rest]) => {
        const modules = join(folder, 'made/node_modules');
        return isWindows
          ? [node, [join(modules, 'arbscope/dist/backend.js'), ...rest]]
          : [join(modules, '.bin/arbscope'), rest];
      },
    );
  const skipsWithout = (context: TestContext): boolean => {
    if (missing !== '') context.skip(missing);
    return missing !== '';
  };

  it('installs the program as `arbscope`, which prints its version and its commands', async () => {
    const version = start('--version');
    assert.equal(await version.ended, 0, version.errors.join('\n'));
    assert.deepEqual(version.output, [manifest.version]);
    const help = start('--help');
    assert.equal(await help.ended, 0);
    for (const command of ['serve', 'ingest', 'decode', 'import', 'land']) {
      assert.ok(
        help.output.some((line) => line.startsWith(`  arbscope ${command} `)),
        command,
      );
    }
  });

  it('decodes a recorded transaction', async () => {
    const decoded = start('decode', join(root, 'test/fixtures/chain/version1.json'));
    assert.equal(await decoded.ended, 0, decoded.errors.join('\n'));
    assert.match(decoded.output[0] ?? '', /"signature":/);
  });

  it('serves the Sandbox, whose finder has tokens', async (context) => {
    if (skipsWithout(context)) return;
    const served = start('serve', '--port', '0');
    try {
      const client = new HttpMarketClient({ baseUrl: await served.url(), apiKey: contractKey });
      const { tokens } = await client.service.finder({ tokensMint: [wrappedSolMint] });
      assert.ok(tokens.length > 0);
      await client.close();
      assert.equal(await served.kill('SIGTERM'), isWindows ? 'SIGTERM' : 0);
    } finally {
      await served.kill();
    }
  });

  it('installs from the digests alone in a container, and runs', async (context) => {
    if (skipsWithout(context)) return;
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked);
    await promisify(execFile)('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
    const commands = await readFile(join(root, 'deploy/Dockerfile'), 'utf8');
    const [, install = ''] = /npm (ci [^\\]*)/.exec(commands) ?? [];
    await npm([...install.trim().split(' '), '--prefer-offline'], unpacked);
    const file = join(root, 'test/fixtures/chain/version1.json');
    const program = join(unpacked, 'dist/backend.js');
    const imported = new BackendProcess(
      ['import', file, '--store', join(folder, 'imported.db')],
      {},
      (node, [, ...rest]) => [node, [program, ...rest]],
    );
    assert.equal(await imported.ended, 0, imported.errors.join('\n'));
  });

  it('is reproducible byte for byte', async () => {
    const again = await makeCliPackage(join(folder, 'again'));
    assert.deepEqual(await readFile(again.file), await readFile(archive));
  });

  it('names the repository that its provenance is compared with, if it is published', async () => {
    const url = 'https://github.com/example/arbscope';
    const made = await makeCliPackage(join(folder, 'published'), url);
    const { repository } = JSON.parse(await readFile(join(made.folder, 'package.json'), 'utf8'));
    assert.deepEqual(repository, { type: 'git', url: `git+${url}.git` });
  });

  it('pins native parts to the versions and digests of the lock file', async () => {
    const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
    const own = await read(join(staged, 'package.json'));
    const { packages } = await read(join(staged, 'npm-shrinkwrap.json'));
    const locked = (await read(join(root, 'package-lock.json'))).packages;
    const { '': self, ...parts } = packages;
    assert.deepEqual(self.optionalDependencies, own.optionalDependencies);
    assert.equal(own.dependencies, undefined);
    const names = Object.keys(own.optionalDependencies);
    assert.ok(names.length >= 14);
    assert.deepEqual(
      Object.keys(parts),
      names.map((name) => `node_modules/${name}`),
    );
    for (const [place, part] of Object.entries(parts)) {
      assert.deepEqual(part, locked[place]);
      assert.equal(own.optionalDependencies[place.slice(13)], locked[place].version);
    }
  });

  it('contains the pictures that its documents show', () => {
    const pictures = shippedDocuments
      .filter((document) => document.startsWith('docs/'))
      .flatMap(documentLinks)
      .filter(({ isPicture }) => isPicture);
    assert.ok(pictures.length > 4);
    for (const { target } of pictures) assert.ok(existsSync(join(staged, target)), target);
  });

  it('contains the files that its README links to, a licence and notices', async () => {
    const readme = await readFile(join(staged, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link);
    assert.ok(links.length > 4);
    for (const file of [...links, 'LICENSE', 'deploy/compose.yaml']) {
      assert.ok(existsSync(join(staged, posix.normalize(file))), file);
    }
    const deployed = await readdir(join(staged, 'deploy'));
    assert.deepEqual(deployed.map((name) => `deploy/${name}`).sort(), [...deployFiles].sort());
    const notices = await readFile(join(staged, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    assert.match(notices, /^undici \d/m);
    // Build and test tools are not in the package.
    assert.doesNotMatch(notices, /^(esbuild|mocha|playwright-core|typescript) \d/m);
  });
});
