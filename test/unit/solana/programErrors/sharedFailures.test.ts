import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseProgramLogs } from '../../../../src/solana/logs/programLogs.ts';
import { findProgramError } from '../../../../src/solana/programErrors/knownErrors.ts';
import { explainTransactionFailure } from '../../../../src/solana/programErrors/transactionFailure.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { readSharedTransactions } from '../logs/sharedTransactionLogs.ts';

/** Read manually in the logs of each transaction: the failed program and its error. */
const facts: ReadonlyMap<string, readonly [program: string, name: string | null]> = new Map([
  [
    '2a5pkhPJJCJidTX64RSiosfZMkmLd3zj2xCX48caX7KnvTbFgudh58R9A8h5sHjrdpUQBthAxkonkVxP2GiFmXrF',
    ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'SlippageToleranceExceeded'],
  ],
  [
    '3JNAhCi8d4JUDvo7FRqWN4Uok9bYaEZ3qtkSbuK2zLCe4uNo6MA1SiGzyKEtjoYcbh7eKKiVna8JMJ9VbQfPaPgK',
    ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'LiquidityInsufficient'],
  ],
  [
    '5gaHfW5iLaNKcjwgpwCuixbcoA52FfhqYNYMmbw8SzXodGoKdxwoYvGBakQs5P5iRCq82hHYazedbavwUfpFbnU7',
    ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'InvalidTickArraySequence'],
  ],
  [
    '4bcsbPxx14u9MSkXcWKGKxvqh7yHxHAtirZWSpr6DuZTA3huqjYQ9SGfyqVJB6gNsUemEoxoXx86BYrEmVTiafbA',
    ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 'InvalidInput'],
  ],
  [
    'QaoW7PDLahxyq6NsY9mr31gP3EZPzHtKfmQ2oF29kpaSx4iqCbW5dXVBT6YAvxki6otyiCMiK6LHCLUpbocx78S',
    ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', 'TooMuchSolRequired'],
  ],
  [
    '2pg7fR4mw625o4wKDWDgrGgk8gpzt5op2cko9TscR5WhNeMgCfXoGduLunaEeB86wN2akgRsd27DeSWQuvaqie7n',
    ['Stake11111111111111111111111111111111111111', 'InsufficientFunds'],
  ],
  [
    'UGafGd1oNYgdpUH2UGAtztZrKVLia1jUUJK9wVd9SSc2saoPcuSbzwTzC5J1ALi1idgNeK9Hemzu4EYCM94ZNe3',
    ['11111111111111111111111111111111', 'ResultWithNegativeLamports'],
  ],
  [
    '5ENSZh2PL5dKmwGqeMEaZwqCf9TZ9hMnfF3XUNbWLT6kfiePoSj2TKfKhD8tcFNT87FZDTxjRiPPe4KnpPsA5zes',
    ['PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu', 'AccountNotInitialized'],
  ],
  [
    '5fb8nPmkAunQqs93NmnieZw521stDTi4UaBojXmbdbRwpcZLP4qBfNWzBgmTh1cMw4bWE4hjfKrNic3kw8akTs4z',
    ['AddressLookupTab1e1111111111111111111111111', 'ComputationalBudgetExceeded'],
  ],
]);

/** The newest of them is of that month. */
const recorded = Date.parse('2025-11-30') / 1_000;

/** Texts that Raydium AMM v4 logs as `Error: …`, and the names of their errors. */
const raydiumWords: ReadonlyMap<string, string> = new Map([
  ['The amm account owner is not match with this program', 'InvalidAmmAccountOwner'],
  ['exceeds desired slippage limit', 'ExceededSlippage'],
  ['InvalidInput', 'InvalidInput'],
  ['insufficient funds', 'InsufficientFunds'],
  ['InvalidSplTokenProgram', 'InvalidSplTokenProgram'],
  ['InvalidStatus', 'InvalidStatus'],
]);

const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

/** Finds the name independently of the tested code; `undefined`: the log contains none. */
function expectedName(error: unknown, messages: readonly string[]): string | undefined {
  const { InstructionError: detail } = error as { InstructionError?: [number, unknown] };
  const reason = detail?.[1];
  if (typeof reason === 'string') return reason;
  const code = (reason as { Custom: number }).Custom;
  const text = messages.join('\n');
  for (const [, name, number] of text.matchAll(
    /AnchorError .*Error Code: (\w+)\. Error Number: (\d+)\./g,
  )) {
    if (Number(number) === code) return name;
  }
  if (!text.includes(`Program ${raydium} failed: custom program error: 0x${code.toString(16)}`)) {
    return undefined;
  }
  const words = [...text.matchAll(/^Program log: Error: (.*)$/gm)].at(-1)?.[1] ?? '';
  return raydiumWords.get(words);
}

describe('The failed transactions of mainnet', {
  skip: skipWithout(sharedData('data', 'blocks')),
}, () => {
  test('have the names in their logs, and those read manually', async () => {
    let failures = 0;
    let compared = 0;
    let named = 0;
    let worded = 0;
    const left = new Set(facts.keys());
    for (const { signature, meta, topLevelPrograms } of await readSharedTransactions()) {
      if (meta.err === null) continue;
      failures++;
      const messages = meta.logMessages ?? [];
      const logs = parseProgramLogs(messages, topLevelPrograms);
      const failure = explainTransactionFailure(meta.err, logs, topLevelPrograms, recorded);
      assert.ok(failure?.isProgramCertain, signature);
      if (failure.name !== null) named++;
      else if (failure.programWords !== null) worded++;
      const expected = expectedName(meta.err, messages);
      if (expected !== undefined) {
        assert.equal(failure.name, expected, signature);
        compared++;
      }
      // The tables agree with what the programs log.
      const { program, code, source } = failure;
      const table =
        program === null || code === null ? null : findProgramError(program, code, recorded);
      if (source === 'anchor-log' && table !== null) assert.equal(table.name, expected, signature);
      const fact = facts.get(signature);
      if (fact !== undefined) assert.deepEqual([program, failure.name], fact, signature);
      left.delete(signature);
    }
    assert.deepEqual([...left], []);
    console.log(
      `${failures} failures: ${named} named, ${compared} of them compared; ${worded} with the program’s words`,
    );
    assert.ok(compared >= 341, `${compared} compared`);
    assert.ok(named >= 384, `${named} named`);
    assert.ok(named + worded >= 515, `${named + worded} named or worded`);
  });
});
