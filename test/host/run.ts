/** Runs the suites of this folder inside VS Code; exits with 1 when one fails or none ran. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { copySampleBot } from '../../scripts/editor/sampleBot.ts';
import { artifactsFolder, root } from '../../scripts/paths.ts';
import { sandboxSignature } from '../browser/sandboxSignature.ts';
import { installEmptyExtension } from '../emptyExtension.ts';
import { hostileExtension, hostileWorkspace } from './hostileWorkspace.ts';
import { nodeTransaction } from './nodeTransaction.ts';
import {
  activationVariable,
  nodeTransactionVariable,
  resultsVariable,
  sandboxSignatureVariable,
} from './results.ts';

const scratch = await mkdtemp(join(tmpdir(), 'arbscope-host-'));
const resultsFile = process.env[resultsVariable] ?? join(scratch, 'results.json');
const userFolder = join(scratch, 'user');

const extensionsFolder = join(userFolder, 'extensions');

const nodeTransactionFile = join(scratch, 'nodeTransaction.json');

try {
  // Baseline for the activation time.
  if (process.env[activationVariable] !== undefined) await installEmptyExtension(extensionsFolder);
  await writeFile(nodeTransactionFile, JSON.stringify(await nodeTransaction()));
  await runTests({
    // A desktop VS Code if available, otherwise the server in a headless browser.
    vscodeExecutablePath:
      process.env['ARBSCOPE_VSCODE'] ?? join(root, 'scripts/editor/headlessVscode.ts'),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, 'dist/test/host/index.mjs'),
    extensionTestsEnv: {
      [resultsVariable]: resultsFile,
      [sandboxSignatureVariable]: await sandboxSignature(),
      [nodeTransactionVariable]: nodeTransactionFile,
    },
    launchArgs: [
      `--user-data-dir=${userFolder}`,
      // The same folder that the headless editor uses.
      `--extensions-dir=${await hostileExtension(extensionsFolder)}`,
      await hostileWorkspace(scratch, await copySampleBot(scratch)),
    ],
  });
  if (!existsSync(resultsFile)) throw new Error('VS Code ended without having run the tests');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  const kept = join(artifactsFolder, 'host');
  const isLog = (path: string): boolean => !/\/(User|extensions|Machine)(\/|$)/.test(path);
  await cp(userFolder, kept, { recursive: true, filter: isLog }).catch(() => {});
  console.error(`The logs of VS Code are in ${kept}`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
