import { t } from '@vscode/l10n';
import {
  addressOrUnresolved,
  type DecodedInstruction,
  type ResolvedInstruction,
  type TokenTransfer,
} from './decodedInstruction.ts';
import { InstructionDataReader } from './instructionDataReader.ts';

const tokenInstructionNames: Readonly<Record<number, string>> = {
  0: 'InitializeMint',
  1: 'InitializeAccount',
  2: 'InitializeMultisig',
  3: 'Transfer',
  4: 'Approve',
  5: 'Revoke',
  6: 'SetAuthority',
  7: 'MintTo',
  8: 'Burn',
  9: 'CloseAccount',
  10: 'FreezeAccount',
  11: 'ThawAccount',
  12: 'TransferChecked',
  13: 'ApproveChecked',
  14: 'MintToChecked',
  15: 'BurnChecked',
  16: 'InitializeAccount2',
  17: 'SyncNative',
  18: 'InitializeAccount3',
  19: 'InitializeMultisig2',
  20: 'InitializeMint2',
  21: 'GetAccountDataSize',
  22: 'InitializeImmutableOwner',
  23: 'AmountToUiAmount',
  24: 'UiAmountToAmount',
  38: 'WithdrawExcessLamports',
  45: 'UnwrapLamports',
};

const tokenInstructionTags = {
  transfer: 3,
  approve: 4,
  setAuthority: 6,
  burn: 8,
  closeAccount: 9,
  transferChecked: 12,
  approveChecked: 13,
  burnChecked: 15,
  transferFee: 26,
  batch: 255,
} as const;

const maxBatchInstructions = 64;

/** A call of the Token, p-token or Token-2022 program. */
export function decodeTokenInstruction({
  program,
  accounts,
  data,
}: ResolvedInstruction): DecodedInstruction {
  if (data[0] === tokenInstructionTags.batch) return decodeBatch({ program, accounts, data });
  const view = new InstructionDataReader(data);
  const tag = view.u8() ?? -1;
  const name = tokenInstructionNames[tag] ?? null;
  const at = (position: number) => accounts[position] ?? null;
  switch (tag) {
    case tokenInstructionTags.transfer: {
      const amount = view.u64();
      if (amount === null) return { name, details: [] };
      return transferInstruction(name, {
        from: at(0),
        to: at(1),
        authority: at(2),
        amount,
        mint: null,
        decimals: null,
      });
    }
    case tokenInstructionTags.transferChecked: {
      const amount = view.u64();
      if (amount === null) return { name, details: [] };
      return transferInstruction(name, {
        from: at(0),
        mint: at(1),
        to: at(2),
        authority: at(3),
        amount,
        decimals: view.u8(),
      });
    }
    case tokenInstructionTags.transferFee: {
      if (view.u8() !== 1) return { name: 'TransferFeeExtension', details: [] };
      const amount = view.u64();
      if (amount === null) return { name: 'TransferCheckedWithFee', details: [] };
      return transferInstruction('TransferCheckedWithFee', {
        from: at(0),
        mint: at(1),
        to: at(2),
        authority: at(3),
        amount,
        decimals: view.u8(),
      });
    }
    case tokenInstructionTags.burn:
    case tokenInstructionTags.burnChecked: {
      const amount = view.u64();
      if (amount === null) return { name, details: [] };
      return transferInstruction(name, {
        from: at(0),
        mint: at(1),
        to: null,
        authority: at(2),
        amount,
        decimals: tag === tokenInstructionTags.burnChecked ? view.u8() : null,
      });
    }
    case tokenInstructionTags.approve:
    case tokenInstructionTags.approveChecked: {
      const delegate = at(tag === tokenInstructionTags.approve ? 1 : 2);
      return {
        name,
        details: [
          [t('account'), addressOrUnresolved(at(0))],
          [t('delegate'), addressOrUnresolved(delegate)],
          [t('amount'), String(view.u64())],
        ],
        authorityChange: t(
          '{0} lets {1} move tokens of {2}.',
          String(name),
          addressOrUnresolved(delegate),
          addressOrUnresolved(at(0)),
        ),
      };
    }
    case tokenInstructionTags.setAuthority: {
      const kind = view.u8();
      const target = view.u8() === 1 ? view.address() : t('nobody');
      return {
        name,
        details: [
          [t('account'), addressOrUnresolved(at(0))],
          [t('authority type'), String(kind)],
          [t('new authority'), addressOrUnresolved(target)],
        ],
        authorityChange: t(
          'SetAuthority gives authority over {0} to {1}.',
          addressOrUnresolved(at(0)),
          addressOrUnresolved(target),
        ),
      };
    }
    case tokenInstructionTags.closeAccount:
      return {
        name,
        details: [
          [t('account'), addressOrUnresolved(at(0))],
          [t('lamports to'), addressOrUnresolved(at(1))],
        ],
      };
    default:
      return { name, details: [] };
  }
}

function transferInstruction(name: string | null, movement: TokenTransfer): DecodedInstruction {
  const { from, to, mint, amount, decimals } = movement;
  return {
    name,
    details: [
      [t('from'), addressOrUnresolved(from)],
      ...(to === null ? [] : [[t('to'), to] as const]),
      ...(mint === null ? [] : [[t('mint'), mint] as const]),
      [t('raw amount'), String(amount)],
      ...(decimals === null ? [] : [[t('decimals'), String(decimals)] as const]),
    ],
    tokens: [movement],
  };
}

/** p-token's `batch`: for each part a count of accounts, a length of data, then the data. */
function decodeBatch({ program, accounts, data }: ResolvedInstruction): DecodedInstruction {
  const calls: DecodedInstruction[] = [];
  let offset = 1;
  let first = 0;
  while (offset + 2 <= data.length && calls.length < maxBatchInstructions) {
    const count = data[offset] ?? 0;
    const length = data[offset + 1] ?? 0;
    const part = data.subarray(offset + 2, offset + 2 + length);
    // A batch cannot hold a batch: the program refuses it.
    if (part[0] !== tokenInstructionTags.batch) {
      calls.push(
        decodeTokenInstruction({
          program,
          accounts: accounts.slice(first, first + count),
          data: part,
        }),
      );
    }
    offset += 2 + length;
    first += count;
  }
  const authorityChange = calls.find((call) => call.authorityChange !== undefined)?.authorityChange;
  return {
    name: 'Batch',
    details: calls.map(({ name, details }, at) => [
      `${at + 1}. ${name ?? t('unknown call')}`,
      details.map(([member, value]) => `${member} ${value}`).join(', '),
    ]),
    tokens: calls.flatMap(({ tokens = [] }) => tokens),
    ...(authorityChange === undefined ? {} : { authorityChange }),
  };
}
