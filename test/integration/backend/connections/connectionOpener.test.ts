import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { ConnectionOpener } from '../../../../src/backend/connections/connectionOpener.ts';
import { FakeRpcNode } from '../../../fakeRpcNode.ts';
import { suiteLimit } from '../../../suiteLimit.ts';

describe('The backend with an index of a node that it cannot use', suiteLimit, () => {
  let folder = '';
  const nodes = [new FakeRpcNode('/one'), new FakeRpcNode('/two')] as const;
  const options = { signal: new AbortController().signal, onStatus: () => undefined };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-opener-'));
    for (const node of nodes) {
      node.add(100, { blockhash: 'hash100', blockTime: 1_700_000_000, transactions: [] });
      await node.listen();
    }
  });
  after(async () => {
    for (const node of nodes) await node.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('names a damaged file and the remedy, leaves it unchanged, and serves other connections', async () => {
    const opener = new ConnectionOpener({ storageFolder: folder, secret: 'secret' });
    const open = (node: FakeRpcNode) => opener.open({ kind: 'node', rpcUrl: node.url }, options);
    await (await open(nodes[0])).close();
    const [name = ''] = await readdir(join(folder, 'nodes'));
    const index = join(folder, 'nodes', name, 'index.duckdb');
    await truncate(index, 300_000);
    const damaged = await readFile(index);
    await assert.rejects(open(nodes[0]), (error) => {
      assert.ok(MarketError.is(error, 'service-failing'));
      assert.ok(error.message.includes(index));
      assert.match(error.message, /is damaged.*Move it/);
      return true;
    });
    assert.deepEqual(await readFile(index), damaged);
    const other = await open(nodes[1]);
    const call = {
      ...options,
      window: {},
      priority: 'interactive',
      onProgress: () => undefined,
    } as const;
    await assert.doesNotReject(other.call('walletTransactions', { wallets: [] }, call));
    await other.close();
  });

  it('tells a second connection to the same RPC URL that another window has it open', async () => {
    const opener = new ConnectionOpener({ storageFolder: folder, secret: 'secret' });
    const rpcUrl = nodes[1].url;
    const first = await opener.open({ kind: 'node', rpcUrl }, options);
    await assert.rejects(
      opener.open({ kind: 'node', rpcUrl, commitment: 'finalized' }, options),
      /Another window uses the index of this RPC URL .* Use the same connection in both windows/,
    );
    await first.close();
  });
});
