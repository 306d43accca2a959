import assert from 'node:assert/strict';
import { once as onceOf } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';
import { encodeBase58 } from '../../../src/solana/base58.ts';
import { usdcMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { FakeService } from '../../fakeService.ts';
import { provingListener } from '../../provingListener.ts';
import { PrompterDouble, type Reply } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import { activated, openText, replaced, sandboxTimeout, showText, treeOnce } from './window.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);

const knownAmm = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

suite('The Market Cache', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;

  suiteSetup(async () => {
    access = await activated();
    await run('marketCache.focus');
  });
  teardown(() => access.prompter.replace(null));
  suiteTeardown(() => run('clearPoolFilter'));

  function answering(...replies: Reply[]): PrompterDouble {
    const prompter = new PrompterDouble(replies);
    access.prompter.replace(prompter);
    return prompter;
  }
  const frame = () => access.trees.marketCache.tree;
  const once = (isIt: (rows: readonly TreeRow[]) => boolean) => treeOnce(frame(), isIt);
  const children = (row: TreeRow | undefined): Promise<TreeRow[]> =>
    row === undefined ? Promise.resolve([]) : frame().getChildren(row);
  const poolCount = (rows: readonly TreeRow[]): number =>
    rows.reduce((sum, { description }) => sum + Number.parseInt(description, 10), 0);
  const hasRows = (rows: readonly TreeRow[]): boolean => rows.length > 0;
  const hasFamilies = (rows: readonly TreeRow[]): boolean => rows[0]?.context === 'group';
  async function firstPool(): Promise<TreeRow> {
    let [row] = await once(hasFamilies);
    while (row !== undefined && row.context !== 'pool') [row] = await children(row);
    assert.ok(row !== undefined);
    return row;
  }

  test('loads the pools of the Sandbox automatically, counted by family and program', async () => {
    const rows = await once(hasFamilies);
    assert.ok(poolCount(rows) > 100, `${poolCount(rows)} pools`);
    const [program] = await children(rows[0]);
    assert.equal(program?.context, 'amm');
    assert.match(program.description, /^[\d,]+ pools?$/);
    assert.match(String(frame().view.description), /^Sandbox/);
  });

  test('expands a pool down to its parameters and the accounts of a swap', async () => {
    const pool = await firstPool();
    assert.match(frame().getTreeItem(pool).accessibilityInformation?.label ?? '', /^Pool /);
    const rows = await children(pool);
    const group = (label: string) => rows.find((row) => row.label === label);
    assert.ok((await children(group('Parameters'))).length > 0);
    const accounts = await children(group('Accounts'));
    assert.ok(accounts.length > 5, accounts.map(({ label }) => label).join());
    const yours = accounts.filter(({ description }) => description.startsWith('your own'));
    assert.ok(yours.length > 0);
    assert.ok(yours.every(({ icon, address }) => icon === 'account' && address === undefined));
  });

  test('can be filtered by tokens, shows the filter, and can be cleared', async () => {
    const all = poolCount(await once(hasFamilies));
    answering('nonsense', 'SOL usdc');
    await run('filterPools');
    await once((rows) => hasFamilies(rows) && poolCount(rows) < all);
    assert.equal(frame().view.description, 'Sandbox · SOL, USDC');
    const pool = await firstPool();
    const tokens = (await children(pool)).filter(({ context }) => context === 'token');
    assert.deepEqual(
      new Set(tokens.map(({ address }) => address)),
      new Set([wrappedSolMint, usdcMint]),
    );
    await run('showAggregatorPools');
    assert.match(String(frame().view.description), /aggregator only$/);
    answering('Gross gains');
    await run('sortPools');
    await run('clearPoolFilter');
    await once((rows) => hasFamilies(rows) && poolCount(rows) >= all);
    assert.equal(frame().view.description, 'Sandbox');
  });

  test('shows the pools of a token of the Finder', async () => {
    await run('showPools', { id: `token:${usdcMint}` });
    await once(hasFamilies);
    assert.equal(frame().view.description, 'Sandbox · USDC');
    await run('clearPoolFilter');
    await once(hasFamilies);
  });

  test('copies the accounts of a swap, or inserts them in the language of the file', async () => {
    const pool = await firstPool();
    await run('copyPoolAccounts', pool, 'json');
    const copied: unknown = JSON.parse(await vscode.env.clipboard.readText());
    assert.ok(Array.isArray(copied) && copied.length > 5);
    const { document } = await showText('', 'rust');
    await run('insertPoolAccounts', pool);
    const text = document.getText();
    assert.match(text, new RegExp(`^// Accounts of a swap on pool ${pool.address}\nvec!\\[\n`));
    assert.match(text, /AccountMeta::new\(\w+, (true|false)\), \/\/ TODO: your own /);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('shows the pool that is chosen from the search', async () => {
    const [before] = await once(hasRows);
    const { createQuickPick } = vscode.window;
    const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    const window = replaced(vscode.window, {
      createQuickPick: <Item extends vscode.QuickPickItem>() => {
        const pick = createQuickPick<Item>();
        picks.push(pick as unknown as vscode.QuickPick<vscode.QuickPickItem>);
        return pick;
      },
    });
    const searching = run('searchPools');
    window.dispose();
    const [pick] = picks;
    assert.ok(pick !== undefined);
    /** Items in the list for a text, checked through the editor's selection. */
    const offered = (text: string) =>
      new Promise<readonly vscode.QuickPickItem[]>((resolve, reject) => {
        const { items } = pick;
        pick.onDidHide(() => reject(new Error('Something else took the focus')));
        const listening = pick.onDidChangeActive(() => {
          if (pick.items === items) return;
          listening.dispose();
          resolve(pick.items);
        });
        pick.value = text;
      });
    const [nothing] = await offered('nosuchtoken');
    assert.match(nothing?.label ?? '', /No pools found/);
    const found = (await offered('usdc')).filter(({ detail }) => detail !== undefined);
    assert.ok(found.length > 1);
    assert.ok(found.every(({ label }) => /USDC/.test(label)));
    const wanted = found.find(({ detail }) => detail !== before?.address);
    assert.ok(wanted !== undefined);
    const [only] = await offered(wanted.detail ?? '');
    assert.equal(only?.detail, wanted.detail);
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await searching;
    const [top] = await once(([first]) => first?.address === wanted.detail);
    assert.equal(top?.context, 'pool');
    const left = run('searchPools');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await left;
    assert.equal((await once(hasRows))[0]?.address, wanted.detail);
  });

  test('opens at the pool whose hover link is clicked', async () => {
    const options = { signal: new AbortController().signal };
    const { rows } = await access.trees.pools.search({ text: 'SOL', limit: 20 }, options);
    const [shown] = await once(hasRows);
    const address = rows.find(({ pool }) => pool !== shown?.address)?.pool ?? '';
    const document = await openText(`pool ${address}`);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(0, 10),
    );
    const said = hovers
      .flatMap(({ contents }) => contents)
      .map((one) => (one instanceof vscode.MarkdownString ? one.value : ''))
      .join('\n');
    const link = /\[Reveal in Market Cache\]\(command:([\w.]+)\?([^)]+)\)/.exec(said);
    assert.ok(link !== null, said);
    const given: unknown[] = JSON.parse(decodeURIComponent(link[2] ?? ''));
    await vscode.commands.executeCommand(link[1] ?? '', ...given);
    const [first] = await once(([top]) => top?.address === address);
    assert.equal(first?.context, 'pool');
  });

  test('opens at the pool chosen in the Finder', async () => {
    const [top] = await frame().getChildren();
    const { signal } = new AbortController();
    const { rows } = await access.trees.pools.search({ text: 'USDC', limit: 9 }, { signal });
    const wanted = rows.find(({ pool }) => pool !== top?.address);
    assert.ok(wanted !== undefined);
    await run('revealPool', { address: wanted.pool });
    await once(([first]) => first?.address === wanted.pool);
  });

  /**
   * Adds a service whose response starts with these pools and never ends; removes it after `work`.
   */
  async function withEndlessService(
    body: string,
    work: (hasBegun: Promise<void>, nextLoad: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    let begun = Promise.withResolvers<void>();
    const nextLoad = (): Promise<void> => {
      begun = Promise.withResolvers<void>();
      return begun.promise;
    };
    const server = createServer(
      provingListener(
        () => 'endless-key',
        (_, response) => {
          response.write(body);
          begun.resolve();
        },
      ),
    );
    server.listen(0, '127.0.0.1');
    await onceOf(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      answering('Service', url, 'Endless', '', 'Lowest', 'endless-key');
      await run('addConnection');
      await once((rows) => rows.length === 0);
      await run('refreshMarketCache');
      await work(begun.promise, nextLoad);
    } finally {
      await run('switchConnection', 'Sandbox');
      access.prompter.replace(new PrompterDouble());
      await run('removeConnection', 'Endless');
      const target = vscode.ConfigurationTarget.Global;
      await vscode.workspace.getConfiguration().update('arbscope.connections', undefined, target);
      server.closeAllConnections();
      server.close();
    }
    await once(hasFamilies);
  }

  test('shows the pools that have arrived while the rest loads, and drops them when cancelled', async () => {
    const pools = Array.from({ length: 2_000 }, (_, seed) => {
      const bytes = new Uint8Array(32).fill(7);
      new DataView(bytes.buffer).setUint16(30, seed);
      return JSON.stringify({ pubkey: encodeBase58(bytes), owner: knownAmm, mintA: usdcMint });
    });
    await withEndlessService(`[${pools.join(',')},`, async (_, nextLoad) => {
      await firstPool();
      assert.match(frame().message, /^Loading pools/);
      // A request that replaces an unfinished load starts it again.
      const again = nextLoad();
      void frame().refresh();
      await again;
      await firstPool();
      assert.match(frame().message, /^Loading pools/);
      await run('stopLoadingPools');
      assert.deepEqual(await frame().getChildren(), []);
    });
  });

  test('loads the pools of a service on demand, and shows a failure as a row', async () => {
    const service = new FakeService('pool-key');
    await service.listen();
    const settings = vscode.workspace.getConfiguration();
    const loads = () => service.requests.filter(({ operation }) => operation === 'marketCache');
    try {
      answering('Service', service.url, 'Pools', '', 'Lowest', 'pool-key');
      await run('addConnection');
      await once((rows) => rows.length === 0);
      await frame().refresh();
      assert.deepEqual(loads(), []);
      service.failWith = () => ({ status: 500 });
      await run('refreshMarketCache');
      const [error] = await once(([row]) => row?.context === 'error');
      assert.match(frame().getTreeItem(error as TreeRow).contextValue ?? '', /^error-/);
      assert.ok(loads().length > 0);
      // The aggregator's own pools require a second request, sent only for that filter.
      const pool = (pubkey: string) => ({ pubkey, owner: knownAmm, mintA: usdcMint });
      // The last refusal reaches the view, which then retries automatically.
      let refusals = 3;
      service.failWith = ({ operation, url }) => {
        if (operation !== 'marketCache') return null;
        if (refusals > 0) {
          refusals -= 1;
          return { status: 429, headers: { 'retry-after': '1' } };
        }
        const isOwn = /[?&]onlyjup=true/.test(url);
        const all = [pool(usdcMint), pool(wrappedSolMint)];
        return { status: 200, body: JSON.stringify(isOwn ? all.slice(1) : all) };
      };
      await run('refreshMarketCache');
      await once((rows) => hasFamilies(rows) && poolCount(rows) === 2);
      assert.equal(refusals, 0);
      await run('showAggregatorPools');
      await once((rows) => hasFamilies(rows) && poolCount(rows) === 1);
      assert.match(loads().at(-1)?.url ?? '', /onlyjup=true/);
      await run('showEveryPool');
      await once((rows) => hasFamilies(rows) && poolCount(rows) === 2);
    } finally {
      await run('switchConnection', 'Sandbox');
      access.prompter.replace(new PrompterDouble());
      await run('removeConnection', 'Pools');
      const target = vscode.ConfigurationTarget.Global;
      await settings.update('arbscope.connections', undefined, target);
      await service.close();
    }
    await once(hasFamilies);
  });
});
