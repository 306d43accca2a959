import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { type OperationName, operations } from '../../../src/api/operations.ts';
import { WalletTotals } from '../../../src/api/walletOverview.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import { type TreeRow, tooltipMarkdown } from '../../../src/extension/ui/treeRow.ts';
import { responseSchema, sampleValue } from '../../contract/schemaSamples.ts';
import { FakeRpcNode } from '../../fakeRpcNode.ts';
import { type FailureResponse, FakeService } from '../../fakeService.ts';
import { instructions, signedWithKit, wallet } from '../../fixtures/signedTransactions.ts';
import { PrompterDouble, type Reply } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import {
  activated,
  hasVerdict,
  marketProcesses,
  nextOf,
  rowsOnce,
  sandboxTimeout,
  treeOnce,
} from './window.ts';

const someWallet = '8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh';
const someMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);

/** The editor's user data folder, derived from a folder that it gives an extension. */
function userFolder(folder: string): string {
  const parts = folder.split(sep);
  const user = parts.lastIndexOf('User');
  return user < 0 ? dirname(folder) : parts.slice(0, user - 1).join(sep) || sep;
}

/** Every file below a folder, except the desktop's secret storage, which is encrypted. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile() && !/^state\.vscdb/.test(entry.name)) yield path;
  }
}

/** Command lines and environments of every readable process. */
function* processWords(): Generator<readonly [string, Buffer]> {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const file of ['cmdline', 'environ', 'comm']) {
      try {
        yield [`/proc/${pid}/${file}`, readFileSync(`/proc/${pid}/${file}`)];
      } catch {
        // The process has exited or is not readable.
      }
    }
  }
}

/** A minimal response of an operation, with the key in an unknown member. */
function careless(operation: OperationName, key: string): FailureResponse | null {
  // Arbscope's own operations are not in the schema, and the finder's response must match its
  // mints.
  if (operation === 'finder' || !Object.hasOwn(operations, operation)) return null;
  const least = sampleValue(responseSchema(operation));
  const echo = { request: { headers: { 'x-api-key': key } }, echo: `x-api-key: ${key}` };
  if (operation === 'walletOverview') {
    const entry = { ...(sampleValue(WalletTotals) as object), ...echo };
    return { status: 200, body: JSON.stringify({ [someWallet]: entry }) };
  }
  const answer = Array.isArray(least)
    ? least.map((entry) => ({ ...entry, ...echo }))
    : {
        ...(least as object),
        ...(operation.endsWith('Unit') || operation === 'tipsByGains' ? {} : echo),
      };
  return { status: 200, body: JSON.stringify(answer) };
}

const operationsUsed = Object.keys(operations).filter(
  (operation) => operation !== 'tipsByGains',
) as OperationName[];
/** A valid signature of 64 bytes, so that it is requested. */
const shownSignature = `${'1'.repeat(63)}2`;
const isDone = (rows: readonly TreeRow[]): boolean =>
  rows.every(({ description }) => description !== '');
const bigintText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

async function unhurried(name: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration('arbscope');
  const connections = settings.get<readonly { readonly name: string }[]>('connections') ?? [];
  const requestsPerMinute = Object.fromEntries(
    Object.keys(operations).map((operation) => [operation, 6_000]),
  );
  await settings.update(
    'connections',
    connections.map((each) => (each.name === name ? { ...each, requestsPerMinute } : each)),
    vscode.ConfigurationTarget.Global,
  );
}

suite('A session with keys', function () {
  this.timeout(sandboxTimeout * 2);
  let access: TestAccess;
  let service: FakeService;
  let node: FakeRpcNode;
  // Created at runtime, so that no process starts with them.
  const canaries = [0, 1, 2].map(() => `canary${randomBytes(12).toString('hex')}`) as [
    string,
    string,
    string,
  ];
  const [apiKey, wrongKey, rpcKey] = canaries;
  const told: string[] = [];

  suiteSetup(async () => {
    access = await activated();
    service = new FakeService(apiKey);
    node = new FakeRpcNode(`/v2/${rpcKey}?api-key=${rpcKey}`);
    await Promise.all([service.listen(), node.listen()]);
  });
  suiteTeardown(async () => {
    await run('switchConnection', 'Sandbox');
    for (const name of ['Canary', 'Canary node']) {
      answering();
      await run('removeConnection', name);
    }
    access.prompter.replace(null);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await Promise.all([service.close(), node.close()]);
  });

  function answering(...replies: Reply[]): void {
    const prompter = new PrompterDouble(replies);
    access.prompter.replace(prompter);
    told.push('asked and told', ...prompter.asked, ...prompter.told);
  }

  const keep = (rows: readonly TreeRow[]): void => {
    for (const row of rows)
      told.push(row.label, row.description, row.accessibilityLabel, tooltipMarkdown(row));
  };

  async function look(): Promise<void> {
    const { item } = access.statusBar;
    const tooltip = item.tooltip instanceof vscode.MarkdownString ? item.tooltip.value : '';
    told.push(item.text, tooltip, item.accessibilityInformation?.label ?? '');
    told.push(access.finder.tree.message, JSON.stringify(access.active.overview));
    keep(access.finder.tree.rows);
    told.push(...vscode.workspace.textDocuments.map((document) => document.getText()));
  }

  test('handles responses, a refused key, failures and a killed process', async () => {
    await vscode.commands.executeCommand('arbscope.finder.focus');
    answering('Service', service.url, 'Canary', service.url, 'Lowest', apiKey);
    await run('addConnection');
    await rowsOnce(access, hasVerdict);
    await look();
    // Otherwise the service is not verified, and the key is not sent.
    service.proofKey = wrongKey;
    answering(wrongKey);
    await run('setKey', 'Canary');
    const [refused] = await rowsOnce(access, ([first]) => first?.context === 'error');
    assert.match(refused?.label ?? '', /API key refused/);
    await look();
    await run('lookUpTransaction', '1'.repeat(64));
    await look();
    service.proofKey = null;
    answering(apiKey);
    await run('setKey', 'Canary');
    await rowsOnce(access, ([first]) => first?.context === 'verdict');
    const body = JSON.stringify({ message: `${apiKey} ${encodeURIComponent(apiKey)}` });
    for (const trouble of [
      { status: 500, body },
      { status: 400, body },
      { status: 200, body },
    ]) {
      service.failWith = () => trouble;
      await run('refreshFinder');
      await rowsOnce(access, ([first]) => first?.context === 'error');
      await look();
    }
    service.failWith = () => null;
    const [pid] = process.platform === 'linux' ? marketProcesses() : [];
    if (pid !== undefined) process.kill(pid, 'SIGABRT');
    await run('refreshFinder');
    await rowsOnce(access, ([first]) => first?.context === 'verdict');
    assert.ok(service.requests.some(({ key }) => key === apiKey));
    assert.ok(service.requests.some(({ key }) => key === wrongKey));
  });

  test('uses every other feature with a service that repeats the key in its responses', async () => {
    const asked = (operation: OperationName) =>
      service.requests.some((request) => request.operation === operation);
    service.failWith = ({ operation }) => careless(operation as OperationName, apiKey);
    const { panels, trees } = access;
    await unhurried('Canary');
    answering('canary wallet');
    await run('wallets.focus');
    await run('trackWallet', someWallet);
    const wallets = await treeOnce(trees.wallets.tree, (rows) => rows.length > 0 && isDone(rows));
    keep(wallets);
    for (const part of await trees.wallets.tree.getChildren(wallets[0])) {
      keep(await trees.wallets.tree.getChildren(part));
    }
    await run('marketCache.focus');
    await run('refreshMarketCache');
    keep(await treeOnce(trees.marketCache.tree, (rows) => rows.length > 0));
    // Percentiles, whose history is stored; a token; a wallet; a transaction, which is stored.
    for (const [next, command, argument] of [
      [() => nextOf(panels.percentiles), 'openPercentiles', 'tipsByComputeUnit'],
      [() => nextOf(panels.percentiles), 'openPercentiles', 'feesByComputeUnit'],
      [() => nextOf(panels.tokens), 'openToken', someMint],
      [() => nextOf(panels.wallets), 'openWallet', someWallet],
      [() => nextOf(access.transactions), 'lookUpTransaction', shownSignature],
    ] as const) {
      const content: Promise<unknown> = next();
      await run(command, argument);
      told.push(JSON.stringify(await content, bigintText));
    }
    // Exports to destinations without a prompt.
    await run('finder.focus');
    service.failWith = () => null;
    await run('refreshFinder');
    await rowsOnce(access, ([first]) => first?.context === 'verdict');
    for (const [format, to] of [
      ['csv', 'clipboard'],
      ['json', 'editor'],
    ]) {
      answering();
      await run('exportFinder', { format, to });
      told.push(await vscode.env.clipboard.readText());
      if (to === 'editor') {
        await look();
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    }
    // A refused and an accepted landing, both recorded in the journal.
    service.failWith = ({ operation }) =>
      operation === 'landTransaction' ? { status: 500, body: apiKey } : null;
    for (const amount of [1n, 2n]) {
      const payer = await wallet(1);
      const bytes = await signedWithKit({
        version: 0,
        payer,
        instructions: [instructions.transfer(payer.address, payer.address, amount)],
        blockhash: someMint,
      });
      answering('Send to');
      const landed = await run('landTransaction', Buffer.from(bytes).toString('base64'));
      told.push(JSON.stringify(landed), JSON.stringify(access.landings.entries, bigintText));
      service.failWith = ({ operation }) => careless(operation as OperationName, apiKey);
    }
    service.failWith = () => null;
    await look();
    assert.deepEqual(
      operationsUsed.filter((operation) => !asked(operation)),
      [],
    );
    await trees.tracked.remove([someWallet]);
  });

  test('tests the connection and opens the report', async () => {
    answering();
    await run('testConnection', 'Canary');
    await look();
  });

  test('uses a node whose RPC URL contains a key', async () => {
    const asked = new Promise<void>((resolve) => {
      node.onRequest = () => resolve();
    });
    answering('Node', `${node.url}`, 'Canary node', '', '');
    await run('addConnection');
    await run('refreshFinder');
    await asked;
    await look();
    answering();
    await run('testConnection', 'Canary node');
    await look();
    // The node is queried for transactions that the service does not know, and may echo the
    // request.
    node.fail('getTransaction', { kind: 'error', code: -32_000, message: `no such ${node.url}` });
    await run('lookUpTransaction', '1'.repeat(64));
    await run('refreshMarketCache');
    await look();
  });

  test('leaves no trace of a key in any view, file or process', async () => {
    answering();
    await look();
    const [folder] = access.folders;
    assert.ok(folder !== undefined);
    const root = userFolder(folder.fsPath);
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const found: string[] = [];
    let files = 0;
    const search = (where: string, bytes: Buffer) => {
      for (const canary of canaries) if (bytes.includes(canary)) found.push(where);
    };
    for (const below of [root, ...access.folders.map(({ fsPath }) => fsPath), workspace]) {
      for (const file of below === undefined ? [] : filesBelow(below)) {
        if (statSync(file).size > 64 * 1024 * 1024) continue;
        files += 1;
        search(file, readFileSync(file));
      }
    }
    if (process.platform === 'linux')
      for (const [name, words] of processWords()) search(name, words);
    search('what the window showed', Buffer.from(told.join('\n')));
    search('the settings', Buffer.from(JSON.stringify(vscode.workspace.getConfiguration())));
    assert.deepEqual(found, []);
    // Verifies the search itself: it must have read this session's log.
    assert.ok(files > 10, `${files} files`);
    const logs = [...filesBelow(root)].filter((file) => /Arbscope\.log$/.test(file));
    assert.ok(logs.some((file) => readFileSync(file, 'utf8').includes('Connected to the backend')));
  });
});
