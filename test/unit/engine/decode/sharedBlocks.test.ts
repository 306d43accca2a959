import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import { botPrograms } from '../../../../src/solana/knownPrograms.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData } from '../../../sharedData.ts';

interface BlockTruth {
  readonly slot: number;
  readonly file: string;
  readonly blockTime: number;
  readonly transactions: number;
  readonly votes: number;
  readonly arbitragesFound: readonly { readonly signature: string }[];
}

const folder = sharedData('data', 'blocks');

if (folder) {
  const { blocks } = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as {
    blocks: BlockTruth[];
  };

  /** Of bots that no list names: records of failures and of runs without a swap. */
  const attemptsOfUnlistedBots = new Map([
    [254170887, 7],
    [332254855, 125],
  ]);

  /** Of all transactions: those whose first instruction advances a nonce. */
  const durableNonces = new Map([
    [254170887, 4],
    [332254855, 14],
  ]);

  describe('In real blocks, the decoder', () => {
    for (const truth of blocks) {
      it(`finds all arbitrages of block ${truth.slot}, without closing differences`, async () => {
        const file = await readChainEntry(join(folder, truth.file));
        assert.equal(file.kind, 'block');
        assert.equal(file.slot, truth.slot);
        const decoded = decodeBlock(file.slot, file.block);
        assert.deepEqual(decoded.unreadable, []);
        assert.equal(decoded.transactions, truth.transactions);
        assert.equal(decoded.votes, truth.votes);
        assert.equal(decoded.blockTimeSeconds, truth.blockTime);
        assert.deepEqual(
          decoded.records
            .filter(({ type }) => type === 'arbitrage')
            .map(({ signature }) => signature)
            .sort(),
          truth.arbitragesFound.map(({ signature }) => signature).sort(),
        );
        const unlisted = decoded.records.filter(({ type, bot }) => {
          return type !== 'arbitrage' && bot !== null && !botPrograms.has(bot.program);
        });
        assert.equal(unlisted.length, attemptsOfUnlistedBots.get(truth.slot));
        const { records: all } = decodeBlock(file.slot, file.block, undefined, 0);
        assert.equal(
          all.filter(({ usesDurableNonce }) => usesDurableNonce === true).length,
          durableNonces.get(truth.slot),
        );
        assert.ok(all.every(({ usesDurableNonce }) => usesDurableNonce !== null));
        for (const { closingDifferences, signature } of decoded.records) {
          assert.deepEqual(closingDifferences, [], signature);
        }
      });
    }
  });
}
