import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type TrackedWallet,
  TrackedWallets,
  walletName,
} from '../../../../src/extension/views/wallets/trackedWallets.ts';
import {
  batchesOf,
  walletOverviews,
  walletTransactions,
} from '../../../../src/extension/views/wallets/walletCalls.ts';
import { walletFigures, walletsCsv } from '../../../../src/extension/views/wallets/walletTable.ts';
import { readWallets } from '../../../../src/extension/views/wallets/walletText.ts';
import { MarketError } from '../../../../src/interface/marketError.ts';
import type { WalletOverviewEntry } from '../../../../src/interface/walletOverview.ts';
import type { WalletTransaction } from '../../../../src/interface/walletTransactions.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { wrappedSolMint } from '../../../../src/solana/knownMints.ts';
import { addressOf, raydiumV4 } from '../exports/answers.ts';
import { readCsv } from '../exports/readBack.ts';

const wallets = Array.from({ length: 12 }, (_, index) => addressOf(index));

/** A key pair as Solana has it: seed and public key. */
function keyPair(): { readonly address: string; readonly secret: Uint8Array } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const secret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  return { address: encodeBase58(secret.subarray(32)), secret };
}

const entryOf = (total: number): WalletOverviewEntry => {
  const split = { success: total + 1, fail: -1, total };
  return {
    gains: { SOL: split, USD: split },
    volume: { SOL: split, USD: split },
    transactions: { success: 3, fail: 1, total: 4 },
  };
};

const transaction = (wallet: string, second: number): WalletTransaction => ({
  isSuccess: true,
  wallet,
  signature: `${wallet}${second}`,
  block_number: second,
  timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  mint: wrappedSolMint,
  fees: 5_000n,
  net_gains_usd: 1,
  net_gains_sol: 1,
});

describe('the last 24 hours of wallets', () => {
  it('are asked for in calls of five, whatever their number, each wallet once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...wallets), { maxLength: 40 }), (asked) => {
        const batches = batchesOf(asked);
        assert.ok(batches.every(({ length }) => length > 0 && length <= 5));
        assert.deepEqual(batches.flat(), [...new Set(asked)]);
        assert.equal(batches.length, Math.ceil(new Set(asked).size / 5));
      }),
    );
  });

  it('are one answer again', async () => {
    const calls: string[][] = [];
    const parts: number[] = [];
    const service = {
      walletOverview: async ({
        wallets: batch,
        provider,
      }: {
        wallets: string[];
        provider?: string;
      }) => {
        assert.equal(provider, 'JITO');
        calls.push(batch);
        return Object.fromEntries(
          batch.map((wallet) => [wallet, entryOf(wallets.indexOf(wallet))]),
        );
      },
    };
    const { entries, failures } = await walletOverviews(service, wallets, 'JITO', {
      onPart: (answered) => parts.push(answered),
    });
    assert.deepEqual(
      calls.map(({ length }) => length),
      [5, 5, 2],
    );
    assert.deepEqual(parts, [5, 10, 12]);
    assert.equal(entries.size, 12);
    assert.equal(entries.get(addressOf(7))?.gains.SOL.total, 7);
    assert.deepEqual(failures, []);
  });

  it('are shown for the others when one call fails, with what is missing and why', async () => {
    const error = new MarketError('service-failing', 'broken');
    const service = {
      walletOverview: async ({ wallets: batch }: { wallets: string[] }) => {
        if (batch.includes(addressOf(6))) throw error;
        return Object.fromEntries(batch.map((wallet) => [wallet, entryOf(1)]));
      },
    };
    const { entries, failures } = await walletOverviews(service, wallets, null);
    assert.equal(entries.size, 7);
    assert.deepEqual(failures, [{ wallets: wallets.slice(5, 10), error }]);
  });

  it('lack a wallet that the service does not name, and are cancelled as one', async () => {
    const abort = new AbortController();
    const silent = { walletOverview: async () => ({}) };
    assert.equal((await walletOverviews(silent, wallets, null)).entries.size, 0);
    const aborting = {
      walletOverview: async () => {
        abort.abort();
        throw new MarketError('cancelled', 'Cancelled.');
      },
    };
    await assert.rejects(
      walletOverviews(aborting, wallets, null, { signal: abort.signal }),
      (failure) => MarketError.is(failure, 'cancelled'),
    );
  });

  it('are compared and written as CSV with a unit in every head', () => {
    const tracked: TrackedWallet[] = [
      { address: addressOf(1), name: '=mine' },
      { address: addressOf(2), name: '' },
    ];
    const [first, second] = readCsv(walletsCsv(tracked, new Map([[addressOf(1), entryOf(2)]])));
    assert.equal(first?.['name'], "'=mine");
    assert.equal(first?.['gains_success_sol'], '3');
    assert.equal(first?.['success_rate_percent'], '75');
    assert.equal(second?.['wallet'], addressOf(2));
    assert.equal(second?.['gains_total_usd'], '');
    assert.equal(walletFigures.length, 16);
    const none = { ...entryOf(0), transactions: { success: 0, fail: 0, total: 0 } };
    assert.equal(walletFigures.at(-1)?.of(none), null);
  });
});

describe('the last transactions of wallets', () => {
  it('are merged over calls, newest first, at most as many as one call answers', async () => {
    const service = {
      walletTransactions: async ({ wallets: batch }: { wallets: string[] }) =>
        Array.from({ length: 50 }, (_, index) => {
          const wallet = batch[index % batch.length] ?? '';
          return transaction(wallet, 3_000 - index * 3 - wallets.indexOf(wallet));
        }),
    };
    const { transactions, failures } = await walletTransactions(service, wallets, null);
    const seconds = transactions.map(({ block_number: second }) => second);
    assert.equal(transactions.length, 50);
    assert.deepEqual(
      seconds,
      [...seconds].sort((first, second) => second - first),
    );
    assert.ok(new Set(transactions.map(({ wallet }) => wallet)).size > 5);
    assert.deepEqual(failures, []);
  });
});

describe('the wallets that are watched', () => {
  const stored = (value?: unknown) => {
    const values = new Map([['arbscope.trackedWallets', value]]);
    return new TrackedWallets({
      get: (name) => values.get(name),
      update: async (name, kept) => {
        values.set(name, JSON.parse(JSON.stringify(kept)));
      },
    });
  };

  it('are added once, named, renamed and removed, and tell of it', async () => {
    const tracked = stored();
    let told = 0;
    tracked.onChange(() => told++);
    assert.equal(await tracked.add([addressOf(1)], 'Main bot'), 1);
    assert.equal(await tracked.add([addressOf(1), addressOf(2), addressOf(2), 'no']), 1);
    assert.deepEqual(tracked.all.map(walletName), ['Main bot', 'US51…p4P3']);
    assert.match(tracked.complaint('main BOT') ?? '', /is called that already/);
    assert.equal(tracked.complaint('main BOT', addressOf(1)), null);
    await tracked.rename(addressOf(2), 'Second');
    await assert.rejects(tracked.rename(addressOf(2), 'main bot'), RangeError);
    assert.match(tracked.complaint('a\nb') ?? '', /can be seen/);
    await tracked.remove(addressOf(1));
    assert.deepEqual(tracked.all, [{ address: addressOf(2), name: 'Second' }]);
    assert.equal(told, 4);
  });

  it('have an end, and survive what was damaged in storage', async () => {
    const tracked = stored([{ address: addressOf(1) }, { address: 'no', name: 'x' }, 3, null]);
    assert.deepEqual(tracked.all, [{ address: addressOf(1), name: '' }]);
    const many = Array.from({ length: 250 }, (_, index) => addressOf(100 + index));
    await assert.rejects(tracked.add(many), /At most 250 wallets/);
    assert.deepEqual(stored('x').all, []);
  });
});

describe('wallets in what somebody selects or copies', () => {
  it('are every address that can sign, each once', () => {
    const [first, second] = [keyPair(), keyPair()];
    const text = `const a = "${first.address}"; // ${second.address}\n${first.address} ${raydiumV4}`;
    assert.deepEqual(readWallets(text), {
      kind: 'wallets',
      addresses: [first.address, second.address],
    });
  });

  it('are none where a secret key stands, be it beside an address', () => {
    const { address, secret } = keyPair();
    for (const text of [
      encodeBase58(secret),
      `${address} ${encodeBase58(secret)}`,
      JSON.stringify([...secret]),
    ]) {
      assert.deepEqual(readWallets(text), { kind: 'secret-key' });
    }
  });

  it('are not programs, mints and accounts of programs, and it says what those are', () => {
    assert.deepEqual(readWallets(raydiumV4), {
      kind: 'wrong',
      reason: 'Raydium AMM v4 is no wallet but a program.',
    });
    // The authority of Raydium's pools: an address by seeds.
    const authority = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1';
    assert.match(JSON.stringify(readWallets(authority)), /is no wallet|signs nothing/);
    assert.deepEqual(readWallets('hello'), {
      kind: 'wrong',
      reason: 'There is no address in this text.',
    });
    assert.deepEqual(readWallets(' \n'), { kind: 'empty' });
  });
});
