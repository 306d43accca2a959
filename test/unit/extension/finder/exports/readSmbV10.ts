/** Reads a config as SMB's open reference bot does since its V10 program. */
import assert from 'node:assert/strict';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import {
  type Check,
  isAddress,
  isBoolean,
  isList,
  isText,
  isUnsigned,
  readToml,
  refusing,
} from './configChecks.ts';
import { assertReadAlike } from './readExports.ts';

export interface SmbV10Transaction {
  readonly settlement: 'SOL' | 'USDC';
  readonly direct?: readonly { readonly pools: readonly string[] }[];
  readonly triangle?: readonly {
    readonly intermediate: string;
    readonly bridges: readonly string[];
    readonly direct: readonly string[];
  }[];
}

export interface PoolOnChain {
  readonly program: string;
  readonly mints: readonly string[];
}

/** SMB's open reference bot since V10: rejects unknown keys in every table. */
const isV10Config: Check = refusing(
  {
    rpc: refusing({ url: isText }, { send_urls: isList(isText) }),
    wallet: refusing({ private_key: isText }),
    transactions: isList(
      refusing(
        { settlement: (value, where) => assert.ok(value === 'SOL' || value === 'USDC', where) },
        {
          ...{ flashloan: isBoolean, no_failure: isBoolean, constant_conversion: isBoolean },
          ...{ minimum_profit: isUnsigned, trade_size: isUnsigned },
          additional_fee: refusing({ bps: isUnsigned, collector: isAddress }),
          direct: isList(refusing({ pools: isList(isAddress) })),
          triangle: isList(
            refusing({
              intermediate: isAddress,
              bridges: isList(isAddress),
              direct: isList(isAddress),
            }),
          ),
        },
      ),
    ),
  },
  {
    bot: refusing(
      {},
      { process_delay_ms: isUnsigned, compute_unit_price: isUnsigned, max_retries: isUnsigned },
    ),
  },
);

const v10Programs = [
  ...[
    'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  ],
  ...[
    'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  ],
  ...[
    'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
    'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB',
  ],
  ...['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'],
  ...[
    'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq',
    'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2',
  ],
  'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms',
];
const noBridges = [
  ...[
    'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  ],
];

/**
 * Reads a file together with the user's tables, with the V10 bot's start-up checks: it does not
 * start if any pool does not trade what its position in the group requires.
 */
export function readSmbV10(
  text: string,
  poolOf: (address: string) => PoolOnChain | undefined,
): readonly SmbV10Transaction[] {
  const user =
    '[rpc]\nurl = "http://a"\n\n[wallet]\nprivate_key = "$KEY"\n\n[bot]\nmax_retries = 3\n';
  const config = readToml(user + text);
  isV10Config(config, 'config');
  const { transactions } = config as { readonly transactions: readonly SmbV10Transaction[] };
  assert.ok(transactions.length > 0, 'no transactions configured');
  for (const transaction of transactions) checkV10Route(transaction, poolOf);
  const pools = transactions.flatMap(poolsOf);
  for (const each of [text, user + text]) assertReadAlike(each, 'smb-v10', pools, []);
  return transactions;
}

const poolsOf = ({ direct = [], triangle = [] }: SmbV10Transaction): readonly string[] => [
  ...direct.flatMap((group) => group.pools),
  ...triangle.flatMap((group) => [group.intermediate, ...group.bridges, ...group.direct]),
];

function checkV10Route(
  { settlement, direct = [], triangle = [] }: SmbV10Transaction,
  poolOf: (address: string) => PoolOnChain | undefined,
): void {
  const quotes = [wrappedSolMint, usdcMint];
  const settlementMint = settlement === 'SOL' ? wrappedSolMint : usdcMint;
  const counterpart = (pool: string, mint: string): string => {
    const { mints = [], program = '' } = poolOf(pool) ?? {};
    assert.ok(v10Programs.includes(program), `unsupported program of ${pool}`);
    const [other, none] = mints.filter((each) => each !== mint);
    assert.ok(other !== undefined && none === undefined, `${pool} does not trade ${mint}`);
    return other;
  };
  const common = (pools: readonly string[], mint: string): string => {
    const others = new Set(pools.map((pool) => counterpart(pool, mint)));
    assert.equal(others.size, 1, 'one mint on the other side');
    return [...others][0] ?? '';
  };
  assert.equal(direct.length === 0, triangle.length > 0, 'either direct or triangle groups');
  assert.ok(direct.length + triangle.length <= 4, 'at most 4 groups');
  let isConverted = false;
  const targets = direct.map(({ pools }) => {
    assert.ok(pools.length >= 2, 'a direct group needs two pools');
    const sides = pools.map((pool) => {
      const { mints = [] } = poolOf(pool) ?? {};
      const [quote, none] = mints.filter((mint) => quotes.includes(mint));
      assert.ok(quote !== undefined && none === undefined, `${pool} has one of SOL and USDC`);
      return { quote, target: counterpart(pool, quote) };
    });
    assert.ok(
      sides.some(({ quote }) => quote === settlementMint),
      'one pool in the settlement',
    );
    isConverted ||= sides.some(({ quote }) => quote !== settlementMint);
    return new Set(sides.map(({ target }) => target));
  });
  for (const target of targets) assert.equal(target.size, 1, 'one token in a direct group');
  const bridgeQuotes = triangle.map((group) => {
    const target = common(group.direct, settlementMint);
    const second = counterpart(group.intermediate, target);
    const quote = common(group.bridges, second);
    assert.ok(!quotes.includes(target) && !quotes.includes(second) && quotes.includes(quote));
    for (const bridge of group.bridges) {
      assert.ok(!noBridges.includes(poolOf(bridge)?.program ?? ''), `${bridge} is no bridge`);
    }
    isConverted ||= quote !== settlementMint;
    return quote;
  });
  assert.ok(new Set(bridgeQuotes).size <= 1, 'bridges of one quote');
  const pools = poolsOf({ settlement, direct, triangle });
  assert.ok(pools.length + Number(isConverted) <= 16, `${pools.length} pools`);
}
