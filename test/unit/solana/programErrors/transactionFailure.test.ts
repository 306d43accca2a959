import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import {
  associatedTokenProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../../../../src/solana/knownPrograms.ts';
import { parseProgramLogs } from '../../../../src/solana/logs/programLogs.ts';
import {
  explainTransactionFailure,
  type TransactionFailure,
} from '../../../../src/solana/programErrors/transactionFailure.ts';

const bot = encodeBase58(new Uint8Array(32).fill(7));
const clmm = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/**
 * A transaction with one instruction that calls these programs, each nested in the previous one.
 */
function explain(
  reason: unknown,
  programs: readonly string[],
  lines: readonly string[] = [],
  failure?: string,
  timeSeconds?: number,
): TransactionFailure {
  const code = (reason as { Custom?: number }).Custom;
  const words = failure ?? `custom program error: 0x${(code ?? 0).toString(16)}`;
  const messages = [
    ...programs.map((program, depth) => `Program ${program} invoke [${depth + 1}]`),
    ...lines,
    ...programs.toReversed().map((program) => `Program ${program} failed: ${words}`),
  ];
  const topLevel = programs.slice(0, 1);
  const explained = explainTransactionFailure(
    { InstructionError: [0, reason] },
    parseProgramLogs(messages, topLevel),
    topLevel,
    timeSeconds,
  );
  assert.ok(explained);
  return explained;
}

/** Before programs gave numbers to other errors. */
const in2025 = Date.parse('2025-11-19') / 1_000;

const anchorLine = (text: string) => `Program log: AnchorError ${text}`;

describe('A failed transaction', () => {
  test('is explained by the AMM’s own error, not by the bot that passes its code on', () => {
    assert.deepEqual(
      explain(
        { Custom: 6022 },
        [bot, jupiter, clmm],
        [
          'Program log: Instruction: SwapV2',
          anchorLine(
            'thrown in programs/amm/src/instructions/swap_v2.rs:401. Error Code: TooLittleOutputReceived. Error Number: 6022. Error Message: Too little output received.',
          ),
          'Program log: Left: 5',
        ],
      ),
      {
        instruction: 0,
        program: clmm,
        programName: 'Raydium CLMM',
        isProgramCertain: true,
        code: 6022,
        name: 'TooLittleOutputReceived',
        message: 'Too little output received',
        account: null,
        programWords: 'Left: 5',
        advice: 'The price moved past the limit. Quote again, or allow more slippage.',
        source: 'anchor-log',
        summary:
          'Instruction 0: TooLittleOutputReceived (6022, 0x1786) in Raydium CLMM: Too little output received',
      },
    );
  });

  const known: readonly (readonly [program: string, code: number, name: string])[] = [
    [raydium, 30, 'ExceededSlippage'],
    [clmm, 6022, 'TooLittleOutputReceived'],
    ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 6005, 'ExceededSlippage'],
    ['LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj', 6006, 'PoolMigrated'],
    ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 6036, 'AmountOutBelowMinimum'],
    ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 6003, 'ExceededAmountSlippageTolerance'],
    ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', 6004, 'ExceededSlippage'],
    ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 6002, 'ExceededSlippage'],
    ['dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN', 6013, 'PoolIsCompleted'],
    ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', 6002, 'TooMuchSolRequired'],
    ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', 6004, 'ExceededSlippage'],
    ['2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c', 6016, 'ExceededSlippage'],
    ['PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY', 15, 'NewOrderError'],
    ['opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb', 6024, 'OracleStale'],
    ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', 8, 'InsufficientOut'],
    [jupiter, 6001, 'SlippageToleranceExceeded'],
    [systemProgram, 1, 'ResultWithNegativeLamports'],
    [tokenProgram, 1, 'InsufficientFunds'],
    [token2022Program, 37, 'NonTransferable'],
    [associatedTokenProgram, 0, 'InvalidOwner'],
  ];
  for (const [program, code, name] of known) {
    test(`has the name ${name} for code ${code} of ${program}, without text in the log`, () => {
      const failure = explain({ Custom: code }, [bot, program], [], undefined, in2025);
      assert.equal(failure.name, name);
      assert.equal(failure.program, program);
      assert.equal(failure.source, 'program-table');
      assert.ok(failure.message);
    });
  }

  test('has both names of a number that a newer version gives another error, unless the log has one', () => {
    const both = explain({ Custom: 6022 }, [bot, clmm]);
    assert.equal(both.name, 'TooLittleOutputReceived or TooSmallInputOrOutputAmount');
    const line = anchorLine(
      'occurred. Error Code: TooSmallInputOrOutputAmount. Error Number: 6022. Error Message: Swap input or output amount is too small.',
    );
    const logged = explain({ Custom: 6022 }, [bot, clmm], [line], undefined, in2025);
    assert.equal(logged.name, 'TooSmallInputOrOutputAmount');
    assert.equal(explain({ Custom: 6042 }, [bot, clmm]).name, 'InvalidLimitOrderAmount');
    assert.equal(explain({ Custom: 6042 }, [bot, clmm], [], undefined, in2025).name, null);
  });

  test('has the name of a check of Anchor itself in programs written with Anchor', () => {
    assert.equal(explain({ Custom: 2006 }, [jupiter]).name, 'ConstraintSeeds');
    const unknown = explain({ Custom: 3012 }, [bot], ['Program log: Instruction: Swap']);
    assert.deepEqual([unknown.name, unknown.source], ['AccountNotInitialized', 'anchor-table']);
    assert.equal(explain({ Custom: 3012 }, [bot]).name, null);
    assert.equal(
      explain({ Custom: 3012 }, [tokenProgram], ['Program log: Instruction: Transfer']).name,
      null,
    );
  });

  test('names the account that failed a check of Anchor', () => {
    const failure = explain(
      { Custom: 3012 },
      [bot],
      [
        anchorLine(
          'caused by account: position. Error Code: AccountNotInitialized. Error Number: 3012. Error Message: The program expected this account to be already initialized.',
        ),
      ],
    );
    assert.equal(failure.account, 'position');
    assert.match(failure.summary, /, account position: The program expected this account/);
  });

  test('ignores names in lines about another error, or in the log of another program', () => {
    const line = anchorLine(
      'occurred. Error Code: NotProfitable. Error Number: 6001. Error Message: x.',
    );
    assert.equal(explain({ Custom: 6000 }, [bot], [line]).name, null);
    const failure = explainTransactionFailure(
      { InstructionError: [0, { Custom: 6001 }] },
      parseProgramLogs(
        [
          `Program ${bot} invoke [1]`,
          line,
          `Program ${jupiter} invoke [2]`,
          `Program ${jupiter} failed: custom program error: 0x1771`,
          `Program ${bot} failed: custom program error: 0x1771`,
        ],
        [bot],
      ),
      [bot],
    );
    assert.equal(failure?.name, 'SlippageToleranceExceeded');
  });

  test('keeps an unknown code as a number, with the program’s last message', () => {
    const failure = explain(
      { Custom: 0xbaaaaaad },
      [bot],
      [
        'Program log: Instruction: Arb',
        'Program log: Error: No profit found',
        'Program log: 12345',
      ],
    );
    assert.deepEqual(
      [failure.name, failure.message, failure.source, failure.programWords],
      [null, null, null, 'Error: No profit found'],
    );
    assert.equal(
      failure.summary,
      `Instruction 0: custom error 3131746989, 0xbaaaaaad in ${bot}: Error: No profit found`,
    );
  });

  test('shows no unsafe characters that a program or node wrote', () => {
    const strange = 'a\u202eb\u0007';
    const logged = explain(
      { Custom: 6000 },
      [bot],
      [
        anchorLine(`occurred. Error Code: Bad. Error Number: 6000. Error Message: ${strange}.`),
        `Program log: ${strange}${'x'.repeat(5_000)}`,
      ],
    );
    const named = explainTransactionFailure(`${strange}${'x'.repeat(5_000)}`, null);
    for (const failure of [logged, named]) {
      const text = JSON.stringify(failure);
      for (const character of ['\u202e', '\\u0007']) assert.ok(!text.includes(character));
      assert.ok(text.length < 2_000, `${text.length} characters`);
    }
  });

  test('of the whole transaction is explained in words, with advice', () => {
    const failure = explainTransactionFailure('BlockhashNotFound', null, [bot]);
    assert.deepEqual(
      [failure?.instruction, failure?.program, failure?.name, failure?.message, failure?.advice],
      [
        ...[null, null, 'BlockhashNotFound', 'Blockhash not found'],
        'The blockhash expired or belongs to another cluster. Sign with a recent one.',
      ],
    );
    const rent = explainTransactionFailure(
      { InsufficientFundsForRent: { account_index: 3 } },
      null,
    );
    assert.equal(
      rent?.message,
      'Transaction results in an account with insufficient funds for rent (account 3)',
    );
  });

  test('of the runtime has a reason and advice', () => {
    const budget = explain(
      'ComputationalBudgetExceeded',
      [bot],
      [],
      'Computational budget exceeded',
    );
    assert.equal(budget.advice, 'Raise the compute unit limit of the transaction.');
    const units = explain(
      'ProgramFailedToComplete',
      [bot],
      [],
      'exceeded CUs meter at BPF instruction',
    );
    assert.equal(units.message, 'exceeded CUs meter at BPF instruction');
    assert.equal(units.advice, budget.advice);
    const heap = explain(
      'ProgramFailedToComplete',
      [jupiter],
      ['Program log: Error: memory allocation failed, out of memory'],
      'SBF program panicked',
    );
    assert.equal(heap.advice, 'Request a larger heap frame, or use fewer accounts or legs.');
    const token = explain(
      'IllegalOwner',
      [associatedTokenProgram],
      ['Program log: Create'],
      'Provided owner is not allowed',
    );
    assert.equal(token.advice, 'The token account exists already. Use CreateIdempotent.');
  });

  test('has no advice if a program’s error only shares its name with one of the runtime', () => {
    const failure = explain(
      { Custom: 6000 },
      [bot],
      [anchorLine('occurred. Error Code: AccountNotFound. Error Number: 6000. Error Message: x.')],
    );
    assert.deepEqual([failure.name, failure.advice], ['AccountNotFound', null]);
  });

  test('names no program error if no log shows which program failed', () => {
    const error = { InstructionError: [1, { Custom: 6001 }] };
    const failure = explainTransactionFailure(error, null, [systemProgram, jupiter]);
    assert.deepEqual(
      [failure?.program, failure?.isProgramCertain, failure?.name],
      [jupiter, false, null],
    );
    assert.match(failure?.summary ?? '', / in Jupiter or a program that it called$/);
    const system = explainTransactionFailure({ InstructionError: [0, { Custom: 1 }] }, null, [
      systemProgram,
    ]);
    assert.equal(system?.name, 'ResultWithNegativeLamports');
  });

  test('blames no program if the log does not match the error', () => {
    const logs = parseProgramLogs(
      [`Program ${jupiter} invoke [1]`, `Program ${jupiter} failed: custom program error: 0x1771`],
      [jupiter],
    );
    for (const error of [
      [0, { Custom: 6002 }],
      [1, { Custom: 6001 }],
    ] as const) {
      const failure = explainTransactionFailure({ InstructionError: error }, logs, [jupiter, bot]);
      assert.deepEqual([failure?.isProgramCertain, failure?.name], [false, null]);
    }
  });

  test('is null without an error, and is otherwise explained as far as it is readable', () => {
    assert.equal(explainTransactionFailure(null, null), null);
    assert.equal(explainTransactionFailure(undefined, null), null);
    const unreadable: unknown[] = [
      ...[1, [], {}, { InstructionError: null }, { InstructionError: [] }],
      ...[
        { InstructionError: [-1, { Custom: -1 }] },
        { InstructionError: ['0', { Custom: 1e300 }] },
      ],
      ...[{ InstructionError: [0, {}] }, { InstructionError: [0, { Custom: 2n ** 70n }] }],
      ...['constructor', '__proto__', { InstructionError: [0, 'constructor'] }],
    ];
    for (const error of unreadable) {
      const failure = explainTransactionFailure(error, parseProgramLogs([]), [bot]);
      assert.equal(typeof failure?.summary, 'string', String(error));
      assert.equal(failure?.code, null);
    }
  });
});
