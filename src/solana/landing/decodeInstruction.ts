import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import {
  addressLookupTableProgram,
  associatedTokenProgram,
  computeBudgetProgram,
  corePrograms,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../knownPrograms.ts';
import { shortAddress } from '../shortAddress.ts';
import {
  type AmmInstructionDecoder,
  addressOrUnresolved,
  type DecodedInstruction,
  type ResolvedInstruction,
  unknownInstruction,
} from './decodedInstruction.ts';
import { decodeTokenInstruction } from './decodeTokenInstruction.ts';
import { InstructionDataReader } from './instructionDataReader.ts';

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
      return decodeLookupTableInstruction(instruction);
  }
  if (corePrograms.get(instruction.program)?.role === 'memo') return decodeMemo(instruction);
  return ammCalls?.(instruction) ?? unknownInstruction;
}

const decodeLookupTableInstruction = ({ data }: ResolvedInstruction): DecodedInstruction => ({
  name: lookupTableInstructionNames[new InstructionDataReader(data).u32() ?? -1] ?? null,
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
  const name = systemInstructionNames[view.u32() ?? -1] ?? null;
  const account = (at: number) => accounts[at] ?? null;
  const address = (at: number) => addressOrUnresolved(account(at));
  switch (name) {
    case 'CreateAccount':
    case 'CreateAccountWithSeed': {
      const isSeeded = name === 'CreateAccountWithSeed';
      if (isSeeded) view.address();
      if (isSeeded) view.bytes(Number(view.u64() ?? 0n));
      const amount = view.u64();
      const space = view.u64();
      const owner = view.address();
      if (amount === null || (owner === null && !isSeeded)) return { name, details: [] };
      return {
        name,
        details: [
          [t('new account'), address(1)],
          ['lamports', String(amount)],
          ...(isSeeded
            ? []
            : [
                [t('space'), t('{0} bytes', formatCount(space ?? 0n))] as const,
                [t('owner'), addressOrUnresolved(owner)] as const,
              ]),
        ],
        lamports: { from: account(0), to: account(1), amount },
      };
    }
    case 'Assign':
      return {
        name,
        details: [
          [t('account'), address(0)],
          [t('owner'), addressOrUnresolved(view.address())],
        ],
        authorityChange: {
          message: t('Assign gives {0} to another program', shortAddress(address(0))),
          detail: address(0),
        },
      };
    case 'Transfer':
    case 'WithdrawNonceAccount':
    case 'TransferWithSeed': {
      const to = name === 'TransferWithSeed' ? 2 : 1;
      const amount = view.u64();
      if (amount === null) return { name, details: [] };
      return {
        name,
        details: [
          [t('from'), address(0)],
          [t('to'), address(to)],
          ['lamports', String(amount)],
        ],
        lamports: { from: account(0), to: account(to), amount },
      };
    }
    case 'AdvanceNonceAccount':
      return {
        name,
        details: [
          [t('nonce account'), address(0)],
          [t('authority'), address(2)],
        ],
      };
    case 'AuthorizeNonceAccount':
      return {
        name,
        details: [
          [t('nonce account'), address(0)],
          [t('new authority'), addressOrUnresolved(view.address())],
        ],
        authorityChange: {
          message: t('New authority for nonce account {0}', shortAddress(address(0))),
          detail: address(0),
        },
      };
    default:
      return { name, details: [] };
  }
}

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
        details: [[t('micro-lamports per CU'), String(view.u64())]],
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

const associatedTokenInstructionNames = ['Create', 'CreateIdempotent', 'RecoverNested'] as const;

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
