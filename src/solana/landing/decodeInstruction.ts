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
import {
  type AmmInstructionDecoder,
  addressOrUnresolved,
  type DecodedInstruction,
  type ResolvedInstruction,
  unknownInstruction,
} from './decodedInstruction.ts';
import { decodeTokenInstruction } from './decodeTokenInstruction.ts';
import { InstructionDataReader } from './instructionDataReader.ts';

/** Reads the calls of the chain's own programs; of others what `ammCalls` knows. */
export function decodeInstruction(
  instruction: ResolvedInstruction,
  ammCalls?: AmmInstructionDecoder,
): DecodedInstruction {
  switch (instruction.program) {
    case systemProgram:
      return decodeSystemInstruction(instruction);
    case tokenProgram:
    case token2022Program:
      return decodeTokenInstruction(instruction);
    case computeBudgetProgram:
      return decodeComputeBudgetInstruction(instruction);
    case associatedTokenProgram:
      return decodeAssociatedTokenInstruction(instruction);
    case addressLookupTableProgram:
      return namedInstruction(
        lookupTableInstructionNames[new InstructionDataReader(instruction.data).u32() ?? -1],
      );
  }
  if (corePrograms.get(instruction.program)?.role === 'memo') return decodeMemo(instruction);
  return ammCalls?.(instruction) ?? unknownInstruction;
}

const namedInstruction = (name: string | undefined): DecodedInstruction => ({
  name: name ?? null,
  details: [],
});

const lookupTableInstructionNames: Readonly<Record<number, string>> = {
  0: 'CreateLookupTable',
  1: 'FreezeLookupTable',
  2: 'ExtendLookupTable',
  3: 'DeactivateLookupTable',
  4: 'CloseLookupTable',
};

const systemInstructionNames: Readonly<Record<number, string>> = {
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

function decodeSystemInstruction({ accounts, data }: ResolvedInstruction): DecodedInstruction {
  const view = new InstructionDataReader(data);
  const tag = view.u32() ?? -1;
  const name = systemInstructionNames[tag] ?? null;
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
          [t('new account'), addressOrUnresolved(account(1))],
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
          [t('account'), addressOrUnresolved(account(0))],
          [t('owner'), addressOrUnresolved(view.address())],
        ],
        authorityChange: t(
          'Assign gives the account {0} to another program.',
          addressOrUnresolved(account(0)),
        ),
      };
    case 2: {
      const amount = view.u64();
      return amount === null
        ? { name, details: [] }
        : transferInstruction(name, account(0), account(1), amount);
    }
    case 3: {
      view.address();
      const seed = view.bytes(Number(view.u64() ?? 0n));
      const amount = view.u64();
      if (seed === null || amount === null) return { name, details: [] };
      return {
        name,
        details: [
          [t('new account'), addressOrUnresolved(account(1))],
          ['lamports', String(amount)],
        ],
        lamports: { from: account(0), to: account(1), amount },
      };
    }
    case 4:
      return {
        name,
        details: [
          [t('nonce account'), addressOrUnresolved(account(0))],
          [t('authority'), addressOrUnresolved(account(2))],
        ],
      };
    case 5: {
      const amount = view.u64();
      return amount === null
        ? { name, details: [] }
        : transferInstruction(name, account(0), account(1), amount);
    }
    case 7:
      return {
        name,
        details: [
          [t('nonce account'), addressOrUnresolved(account(0))],
          [t('new authority'), addressOrUnresolved(view.address())],
        ],
        authorityChange: t(
          'AuthorizeNonceAccount gives the nonce {0} to another authority.',
          addressOrUnresolved(account(0)),
        ),
      };
    case 11: {
      const amount = view.u64();
      return amount === null
        ? { name, details: [] }
        : transferInstruction(name, account(0), account(2), amount);
    }
    default:
      return { name, details: [] };
  }
}

const transferInstruction = (
  name: string | null,
  from: string | null,
  to: string | null,
  amount: bigint,
): DecodedInstruction => ({
  name,
  details: [
    [t('from'), addressOrUnresolved(from)],
    [t('to'), addressOrUnresolved(to)],
    ['lamports', String(amount)],
  ],
  lamports: { from, to, amount },
});

function decodeComputeBudgetInstruction({ data }: ResolvedInstruction): DecodedInstruction {
  const view = new InstructionDataReader(data);
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
      return unknownInstruction;
  }
}

const associatedTokenInstructionNames: Readonly<Record<number, string>> = {
  0: 'Create',
  1: 'CreateIdempotent',
  2: 'RecoverNested',
};

function decodeAssociatedTokenInstruction({
  accounts,
  data,
}: ResolvedInstruction): DecodedInstruction {
  const name = associatedTokenInstructionNames[data[0] ?? 0] ?? null;
  if (name === null || name === 'RecoverNested') return { name, details: [] };
  return {
    name,
    details: [
      [t('account'), addressOrUnresolved(accounts[1] ?? null)],
      [t('wallet'), addressOrUnresolved(accounts[2] ?? null)],
      [t('mint'), addressOrUnresolved(accounts[3] ?? null)],
    ],
  };
}

const maxMemoBytes = 566;

function decodeMemo({ data }: ResolvedInstruction): DecodedInstruction {
  const text = Buffer.from(data.subarray(0, maxMemoBytes)).toString('utf8');
  return { name: 'Memo', details: [[t('text'), text]] };
}
