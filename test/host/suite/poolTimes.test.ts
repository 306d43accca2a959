import assert from 'node:assert/strict';
import { once as onceOf } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';
import { encodeBase58 } from '../../../src/solana/base58.ts';
import { wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { provingListener } from '../../provingListener.ts';
import { PrompterDouble } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import { poolTimesVariable } from '../results.ts';
import { activated, treeOnce } from './window.ts';

const rounds = 40;
const key = 'pool-times-key';
const programs = [
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
];

/** A deterministic address from a number; all differ as much as real addresses. */
function address(seed: number): string {
  const bytes = Buffer.alloc(32);
  let state = (seed + 1) * 2_654_435_761;
  for (let at = 0; at < 32; at += 4) {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + seed;
    bytes.writeInt32LE(state | 0, at);
  }
  return encodeBase58(bytes);
}

async function sendPools(response: ServerResponse, count: number): Promise<void> {
  response.setHeader('content-type', 'application/json');
  for (let pool = 0; pool < count; pool++) {
    const entry = {
      pubkey: address(pool),
      owner: programs[pool % programs.length],
      mintA: pool % 3 === 0 ? wrappedSolMint : address(1_000_000 + (pool % 30_000)),
      mintB: address(2_000_000 + (pool % 20_000)),
      params: { addressLookupTableAddress: address(3_000_000 + (pool % 5_000)), routingGroup: 3 },
    };
    const text = `${pool === 0 ? '[' : ','}${JSON.stringify(entry)}`;
    if (!response.write(text)) await onceOf(response, 'drain');
  }
  response.end(']');
}

suite('Market Cache times', function () {
  // The benchmark may load hundreds of thousands of pools on a slow machine.
  this.timeout(600_000);

  // The benchmark runs this suite alone and uses the figures; here they only need to exist.
  test('can be measured over the pools of a service', async () => {
    const file = process.env[poolTimesVariable];
    const count = file === undefined ? 400 : 300_000;
    const { trees, prompter } = await activated();
    const { tree } = trees.marketCache;
    const server = createServer(
      provingListener(
        () => key,
        (_, response) => void sendPools(response, count),
      ),
    );
    server.listen(0, '127.0.0.1');
    await onceOf(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const children = async (row: TreeRow | undefined) =>
      row === undefined ? [] : await tree.getChildren(row);
    try {
      await vscode.commands.executeCommand('arbscope.marketCache.focus');
      prompter.replace(new PrompterDouble(['Service', url, 'Many', '', 'Lowest', key]));
      await vscode.commands.executeCommand('arbscope.addConnection');
      await vscode.commands.executeCommand('arbscope.refreshMarketCache');
      const isLoaded = () => !tree.message.startsWith('Loading pools');
      await treeOnce(tree, ([row]) => row?.context === 'group' && isLoaded());
      const open: number[] = [];
      const search: number[] = [];
      for (let round = 0; round < rounds; round++) {
        let start = performance.now();
        await tree.refresh();
        const families = await tree.getChildren();
        let rows = await children(families[round % families.length]);
        while (rows[0] !== undefined && rows[0].context !== 'pool') rows = await children(rows[0]);
        open.push(performance.now() - start);
        assert.ok(rows.length > 0);
        const wanted = address((round * 7_919) % count);
        const text = [wanted.slice(0, 6), wanted, 'SOL', wanted.slice(0, 2)][round % 4] ?? '';
        start = performance.now();
        const { signal } = new AbortController();
        const found = await trees.pools.search({ text, limit: 50 }, { signal });
        search.push(performance.now() - start);
        assert.ok(found.rows.length > 0, text);
      }
      if (file !== undefined) writeFileSync(file, JSON.stringify({ open, search }));
    } finally {
      await vscode.commands.executeCommand('arbscope.switchConnection', 'Sandbox');
      prompter.replace(new PrompterDouble());
      await vscode.commands.executeCommand('arbscope.removeConnection', 'Many');
      prompter.replace(null);
      const settings = vscode.workspace.getConfiguration();
      const target = vscode.ConfigurationTarget.Global;
      await settings.update('arbscope.connections', undefined, target);
      server.closeAllConnections();
      server.close();
    }
  });
});
