import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountRoles } from '../../../../src/api/marketCache.ts';
import { ammProgramIds } from '../../../../src/engine/pools/ammProgramIds.ts';
import {
  describeAccounts,
  hasKnownStructure,
  type PoolDescription,
  publishedName,
  toObservedSwap,
} from '../../../../src/engine/pools/swapAccounts.ts';
import { swapTemplates } from '../../../../src/engine/pools/swapTemplates.ts';
import { decodeBase58 } from '../../../../src/solana/base58.ts';
import { isOnCurve } from '../../../../src/solana/isOnCurve.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { type RealSwap, realSwaps } from '../marketCache/realSwaps.ts';

const isShared = sharedData('data', 'transactions') !== undefined;
const swaps: RealSwap[] = [];
if (isShared) {
  for await (const swap of realSwaps()) {
    const observed = toObservedSwap(swap.program, swap);
    if (observed !== null && hasKnownStructure(swap.program, observed)) swaps.push(swap);
  }
}

/** Of the longest list that fits, as in `swapAccounts.ts`. */
const template = ({ program, discriminator, accounts }: RealSwap) =>
  swapTemplates
    .get(program)
    ?.filter((each) => each.discriminator === discriminator)
    .filter(({ accounts: listed }) => listed.length <= accounts.length)
    .toSorted((first, second) => second.accounts.length - first.accounts.length)[0];

const byName = (swap: RealSwap): ReadonlyMap<string, string> =>
  new Map(template(swap)?.accounts.map(({ name }, at) => [name, swap.accounts[at] ?? '']));

const nothingKnown = {
  mintA: '',
  mintB: '',
  vaultA: '',
  vaultB: '',
  parameters: {},
  addresses: {},
};

/** Data of an imported table of pools: mints and vaults, in the order of the swap's accounts. */
function factsOf(swap: RealSwap, withVaults: boolean): PoolDescription {
  const listed = template(swap)?.accounts ?? [];
  const own = byName(swap);
  const at = (kind: string): string =>
    own.get(listed.find(({ source }) => source.kind === kind)?.name ?? '') ?? '';
  return {
    ...nothingKnown,
    pool: swap.pool,
    program: swap.program,
    mintA: at('mintA') || swap.inputMint,
    mintB: at('mintB') || swap.outputMint,
    ...(withVaults ? { vaultA: at('vaultA'), vaultB: at('vaultB') } : {}),
  };
}

describe('Swap accounts, compared with real swaps,', { skip: skipWithout(isShared) }, () => {
  test('cover all nine programs', () => {
    assert.deepEqual(
      [...swapTemplates.keys()].filter((program) =>
        swaps.every((swap) => swap.program !== program),
      ),
      [],
    );
  });

  test('list the accounts of Pump’s swaps of October 2026 one by one', () => {
    const { pumpAmm, pumpCurve } = ammProgramIds;
    const found = swaps.filter(({ isRecent, program }) => isRecent && /^(pAMM|6EF8)/.test(program));
    const listed = found.map((swap) => [
      swap.program,
      swap.discriminator,
      describeAccounts(factsOf(swap, true), null)?.length,
      template(swap)?.accounts.length,
      swap.accounts.length,
    ]);
    assert.deepEqual(listed.toSorted(), [
      // One more than listed: the program takes it, and does not require it.
      [pumpCurve, 'c2ab1c46684d5b2f', 17, 27, 28],
      [pumpAmm, 'c2ab1c46684d5b2f', 17, 17, 17],
      [pumpAmm, 'c62e1552b4d9e870', 17, 26, 26],
      [pumpAmm, 'c62e1552b4d9e870', 17, 26, 26],
    ]);
  });

  test('equal those of an observed swap, except the caller’s', () => {
    for (const swap of swaps) {
      const described =
        describeAccounts(factsOf(swap, false), toObservedSwap(swap.program, swap)) ?? [];
      described.forEach(({ address, name, isCaller }, at) => {
        if (at >= swap.accounts.length) return;
        assert.equal(
          address,
          isCaller === true ? '' : swap.accounts[at],
          `${swap.program} ${name}`,
        );
      });
    }
  });

  test('belong to the caller if marked so, and signers did sign', () => {
    for (const swap of swaps) {
      const described =
        describeAccounts(factsOf(swap, false), toObservedSwap(swap.program, swap)) ?? [];
      const others = new Set<string>();
      described.forEach(({ role, name, isCaller }, at) => {
        const real = swap.accounts[at];
        if (real === undefined) return;
        if (isCaller !== true) {
          others.add(real);
          return;
        }
        assert.match(name, /^(payer|user([A-Z].*)?|associated(\w+)?User(VolumeAccumulator)?)$/);
        if (role !== accountRoles.writableSigner) return;
        // Routers sign for their own program-derived accounts, which have no secret key.
        const signs = swap.signers.has(real) || !isOnCurve(decodeBase58(real) ?? new Uint8Array());
        assert.ok(signs, `${swap.program} ${name} ${real}`);
      });
      described.forEach(({ isCaller }, at) => {
        if (isCaller === true) assert.ok(!others.has(swap.accounts[at] ?? ''), swap.program);
      });
    }
  });

  test('were writable if described as writable', () => {
    const placeholders = new Set<string>(Object.values(ammProgramIds));
    for (const swap of swaps) {
      const described =
        describeAccounts(factsOf(swap, false), toObservedSwap(swap.program, swap)) ?? [];
      described.forEach(({ role, name }, at) => {
        const real = swap.accounts[at];
        if (real === undefined || role !== accountRoles.writable || placeholders.has(real)) return;
        assert.ok(swap.writable.has(real), `${swap.program} ${name} ${real}`);
      });
    }
  });

  test('match real swaps or stay unknown when derived from pool and mints only', () => {
    const filled = new Map<string, Set<string>>();
    for (const swap of swaps) {
      const listed = template(swap)?.accounts ?? [];
      const real = byName(swap);
      const own = new Map(
        listed.map((account) => [publishedName(account), real.get(account.name)]),
      );
      for (const withVaults of [false, true]) {
        // Only the account of a DAMM v1 pool shows the order of its two vaults.
        if (swap.program === ammProgramIds.meteoraDammV1 && !withVaults) continue;
        for (const { name, address } of describeAccounts(factsOf(swap, withVaults), null) ?? []) {
          // Without an observed swap, the program's first instruction is described.
          const expected = own.get(name);
          if (address === '' || expected === undefined || expected === '') continue;
          // The caller chooses one of eight.
          if (/buyback/i.test(name)) continue;
          assert.equal(address, expected, `${swap.program} ${name} of ${swap.pool}`);
          const names = filled.get(swap.program) ?? new Set();
          filled.set(swap.program, names.add(name));
        }
      }
    }
    const least: Readonly<Record<string, readonly string[]>> = {
      [ammProgramIds.raydiumV4]: ['pool', 'ammAuthority', 'poolCoinTokenAccount'],
      [ammProgramIds.raydiumCpmm]: ['authority', 'inputVault', 'outputVault', 'observationState'],
      [ammProgramIds.raydiumClmm]: ['pool', 'inputVault', 'outputVault'],
      [ammProgramIds.meteoraDlmm]: ['pool', 'reserveX', 'reserveY', 'oracle', 'eventAuthority'],
      [ammProgramIds.meteoraDammV1]: ['aVault', 'aTokenVault', 'bVaultLp', 'protocolTokenFee'],
      [ammProgramIds.meteoraDammV2]: ['poolAuthority', 'tokenAVault', 'tokenBVault'],
      [ammProgramIds.orcaWhirlpool]: ['pool', 'oracle', 'memoProgram'],
      [ammProgramIds.pumpAmm]: ['pool', 'globalConfig', 'poolQuoteTokenAccount'],
      [ammProgramIds.pumpCurve]: ['pool', 'associatedQuoteBondingCurve', 'feeConfig'],
    };
    for (const [program, names] of Object.entries(least)) {
      for (const name of names) assert.ok(filled.get(program)?.has(name), `${program} ${name}`);
    }
  });
});

test('accounts of the caller and unknown accounts are empty and marked differently', () => {
  for (const program of swapTemplates.keys()) {
    const pool = '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2';
    const accounts = describeAccounts({ ...nothingKnown, pool, program }, null) ?? [];
    assert.ok(accounts.some(({ address }) => address === pool));
    assert.equal(accounts.filter(({ role }) => role === accountRoles.writableSigner).length, 1);
    for (const { address, name, isCaller, isUnknown } of accounts) {
      assert.equal(address === '', isCaller === true || isUnknown === true, name);
      assert.ok(!(isCaller === true && isUnknown === true), name);
    }
  }
});

test('a swap of a program that has changed its accounts is recognized as such', () => {
  const program = ammProgramIds.pumpAmm;
  const call = {
    discriminator: '66063d1201daebea',
    accounts: Array.from({ length: 23 }, () => program),
  };
  const observed = toObservedSwap(program, call);
  assert.ok(observed);
  assert.equal(observed.accounts.length, 23);
  assert.equal(hasKnownStructure(program, observed), false);
  const pool = '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2';
  const unobserved = describeAccounts({ ...nothingKnown, pool, program }, null);
  assert.deepEqual(describeAccounts({ ...nothingKnown, pool, program }, observed), unobserved);
  assert.equal(toObservedSwap(program, { ...call, discriminator: '00' }), null);
});

test('a pool outside the AMM families has no swap accounts', () => {
  const program = 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY';
  assert.equal(describeAccounts({ ...nothingKnown, pool: program, program }, null), undefined);
});

test('swap accounts are filled from the parameters of the aggregator’s cache', () => {
  const serumBids = 'F7G6Uvk6pRT3PnhZLm5YGA4GGTWHE8AfrdTVqyPc9fuC';
  const a = '83tUsZUQeXDZR7uhtWHin2epPdjMNPtdyxCNgcFyhaFS';
  const find = (program: string, parameters: PoolDescription['parameters'], wanted: string) =>
    describeAccounts({ ...nothingKnown, pool: a, program, parameters }, null)?.find(
      ({ name }) => name === wanted,
    );
  const bids = find(ammProgramIds.raydiumV4, { serumBids, serumAsks: 7 }, 'serumBids');
  assert.equal(bids?.address, serumBids);
  assert.equal(find(ammProgramIds.raydiumV4, { serumAsks: 7 }, 'serumAsks')?.isUnknown, true);
  const lpMint = find(ammProgramIds.meteoraDammV1, { vaultLpMint: { a } }, 'aVaultLpMint');
  assert.equal(lpMint?.address, a);
});
