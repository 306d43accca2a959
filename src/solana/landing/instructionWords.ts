import { t } from '@vscode/l10n';
import {
  addressLookupTableProgram,
  associatedTokenProgram,
  computeBudgetProgram,
  corePrograms,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../knownPrograms.ts';
import { ByteView } from './byteView.ts';
import { type AmmCalls, type Call, type ReadInstruction, shown, unknownCall } from './calls.ts';
import { tokenCalls } from './tokenCalls.ts';

/** Reads the calls of the chain's own programs; of others what `ammCalls` knows. */
export function callOf(instruction: ReadInstruction, ammCalls?: AmmCalls): Call {
  switch (instruction.program) {
    case systemProgram:
      return systemCall(instruction);
    case tokenProgram:
    case token2022Program:
      return tokenCalls(instruction);
    case computeBudgetProgram:
      return computeBudgetCall(instruction);
    case associatedTokenProgram:
      return associatedCall(instruction);
    case addressLookupTableProgram:
      return named(tableCalls[new ByteView(instruction.data).u32() ?? -1]);
  }
  if (corePrograms.get(instruction.program)?.role === 'memo') return memoCall(instruction);
  return ammCalls?.(instruction) ?? unknownCall;
}

const named = (name: string | undefined): Call => ({ name: name ?? null, details: [] });

const tableCalls: Readonly<Record<number, string>> = {
  0: 'CreateLookupTable',
  1: 'FreezeLookupTable',
  2: 'ExtendLookupTable',
  3: 'DeactivateLookupTable',
  4: 'CloseLookupTable',
};

const systemNames: Readonly<Record<number, string>> = {
  0: 'CreateAccount',
  1: 'Assign',
  2: 'Transfer',
  3: 'CreateAccountWithSeed',
  4: 'AdvanceNonceAccount',
  5: 'WithdrawNonceAccount',
  6: 'InitializeNonceAccount',
  7: 'AuthorizeNonceAccount',
  8: 'Allocate',
  9: 'AllocateWithSeed',
  10: 'AssignWithSeed',
  11: 'TransferWithSeed',
  12: 'UpgradeNonceAccount',
};

function systemCall({ accounts, data }: ReadInstruction): Call {
  const view = new ByteView(data);
  const tag = view.u32() ?? -1;
  const name = systemNames[tag] ?? null;
  const account = (at: number) => accounts[at] ?? null;
  switch (tag) {
    case 0: {
      const amount = view.u64();
      const space = view.u64();
      const owner = view.address();
      if (amount === null || owner === null) return { name, details: [] };
      return {
        name,
        details: [
          [t('new account'), shown(account(1))],
          ['lamports', String(amount)],
          [t('space'), t('{0} bytes', String(space))],
          [t('owner'), owner],
        ],
        lamports: { from: account(0), to: account(1), amount },
      };
    }
    case 1:
      return {
        name,
        details: [
          [t('account'), shown(account(0))],
          [t('owner'), shown(view.address())],
        ],
        handsOver: t('Assign gives the account {0} to another program.', shown(account(0))),
      };
    case 2: {
      const amount = view.u64();
      return amount === null
        ? { name, details: [] }
        : transfer(name, account(0), account(1), amount);
    }
    case 3: {
      view.address();
      const seed = view.bytes(Number(view.u64() ?? 0n));
      const amount = view.u64();
      if (seed === null || amount === null) return { name, details: [] };
      return {
        name,
        details: [
          [t('new account'), shown(account(1))],
          ['lamports', String(amount)],
        ],
        lamports: { from: account(0), to: account(1), amount },
      };
    }
    case 4:
      return {
        name,
        details: [
          [t('nonce account'), shown(account(0))],
          [t('authority'), shown(account(2))],
        ],
      };
    case 5: {
      const amount = view.u64();
      return amount === null
        ? { name, details: [] }
        : transfer(name, account(0), account(1), amount);
    }
    case 7:
      return {
        name,
        details: [
          [t('nonce account'), shown(account(0))],
          [t('new authority'), shown(view.address())],
        ],
        handsOver: t(
          'AuthorizeNonceAccount gives the nonce {0} to another authority.',
          shown(account(0)),
        ),
      };
    case 11: {
      const amount = view.u64();
      return amount === null
        ? { name, details: [] }
        : transfer(name, account(0), account(2), amount);
    }
    default:
      return { name, details: [] };
  }
}

const transfer = (
  name: string | null,
  from: string | null,
  to: string | null,
  amount: bigint,
): Call => ({
  name,
  details: [
    [t('from'), shown(from)],
    [t('to'), shown(to)],
    ['lamports', String(amount)],
  ],
  lamports: { from, to, amount },
});

function computeBudgetCall({ data }: ReadInstruction): Call {
  const view = new ByteView(data);
  switch (view.u8()) {
    case 1:
      return { name: 'RequestHeapFrame', details: [[t('bytes'), String(view.u32())]] };
    case 2:
      return { name: 'SetComputeUnitLimit', details: [[t('units'), String(view.u32())]] };
    case 3:
      return {
        name: 'SetComputeUnitPrice',
        details: [[t('micro-lamports per unit'), String(view.u64())]],
      };
    case 4:
      return {
        name: 'SetLoadedAccountsDataSizeLimit',
        details: [[t('bytes'), String(view.u32())]],
      };
    default:
      return unknownCall;
  }
}

const associatedNames: Readonly<Record<number, string>> = {
  0: 'Create',
  1: 'CreateIdempotent',
  2: 'RecoverNested',
};

function associatedCall({ accounts, data }: ReadInstruction): Call {
  const name = associatedNames[data[0] ?? 0] ?? null;
  if (name === null || name === 'RecoverNested') return { name, details: [] };
  return {
    name,
    details: [
      [t('account'), shown(accounts[1] ?? null)],
      [t('wallet'), shown(accounts[2] ?? null)],
      [t('mint'), shown(accounts[3] ?? null)],
    ],
  };
}

const longestMemo = 566;

function memoCall({ data }: ReadInstruction): Call {
  const text = Buffer.from(data.subarray(0, longestMemo)).toString('utf8');
  return { name: 'Memo', details: [[t('text'), text]] };
}
