import { t } from '@vscode/l10n';
import { joinClauses, joinLabel } from '../../api/join.ts';
import { shortAddress } from '../shortAddress.ts';
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
  26: 'TransferFeeExtension',
  38: 'WithdrawExcessLamports',
  45: 'UnwrapLamports',
};

const batchTag = 255;
const maxBatchInstructions = 64;

export function decodeTokenInstruction({
  program,
  accounts,
  data,
}: ResolvedInstruction): DecodedInstruction {
  if (data[0] === batchTag) return decodeBatch({ program, accounts, data });
  const view = new InstructionDataReader(data);
  const name = tokenInstructionNames[view.u8() ?? -1] ?? null;
  const account = (at: number) => accounts[at] ?? null;
  const address = (at: number) => addressOrUnresolved(account(at));
  switch (name) {
    case 'Transfer': {
      const movement = { from: account(0), to: account(1), authority: account(2), mint: null };
      return transferInstruction(name, movement, view, false);
    }
    case 'TransferChecked':
    case 'TransferFeeExtension': {
      const isPlain = name === 'TransferChecked';
      if (!isPlain && view.u8() !== 1) return { name, details: [] };
      const [from, mint, to, authority] = [account(0), account(1), account(2), account(3)];
      const movement = { from, mint, to, authority };
      return transferInstruction(isPlain ? name : 'TransferCheckedWithFee', movement, view, true);
    }
    case 'Burn':
    case 'BurnChecked': {
      const movement = { from: account(0), mint: account(1), to: null, authority: account(2) };
      return transferInstruction(name, movement, view, name === 'BurnChecked');
    }
    case 'Approve':
    case 'ApproveChecked': {
      const delegate = address(name === 'Approve' ? 1 : 2);
      return {
        name,
        details: [
          [t('account'), address(0)],
          [t('delegate'), delegate],
          [t('amount'), String(view.u64())],
        ],
        authorityChange: {
          message: t('{0} lets {1} move tokens', name, shortAddress(delegate)),
          detail: joinClauses([
            joinLabel(t('delegate'), delegate),
            joinLabel(t('account'), address(0)),
          ]),
        },
      };
    }
    case 'SetAuthority': {
      const kind = view.u8();
      const target = addressOrUnresolved(view.u8() === 1 ? view.address() : t('none'));
      return {
        name,
        details: [
          [t('account'), address(0)],
          [t('authority type'), String(kind)],
          [t('new authority'), target],
        ],
        authorityChange: {
          message: t('SetAuthority changes the authority of {0}', shortAddress(address(0))),
          detail: joinClauses([
            joinLabel(t('new authority'), target),
            joinLabel(t('account'), address(0)),
          ]),
        },
      };
    }
    case 'CloseAccount':
      return {
        name,
        details: [
          [t('account'), address(0)],
          [t('lamports to'), address(1)],
        ],
      };
    default:
      return { name, details: [] };
  }
}

function transferInstruction(
  name: string,
  { from, to, authority, mint }: Pick<TokenTransfer, 'from' | 'to' | 'authority' | 'mint'>,
  view: InstructionDataReader,
  hasDecimals: boolean,
): DecodedInstruction {
  const amount = view.u64();
  if (amount === null) return { name, details: [] };
  const decimals = hasDecimals ? view.u8() : null;
  return {
    name,
    details: [
      [t('from'), addressOrUnresolved(from)],
      ...(to === null ? [] : [[t('to'), to] as const]),
      ...(mint === null ? [] : [[t('mint'), mint] as const]),
      [t('raw amount'), String(amount)],
      ...(decimals === null ? [] : [[t('decimals'), String(decimals)] as const]),
    ],
    tokens: [{ from, to, authority, amount, mint, decimals }],
  };
}

function decodeBatch({ program, accounts, data }: ResolvedInstruction): DecodedInstruction {
  const calls: DecodedInstruction[] = [];
  let offset = 1;
  let first = 0;
  while (offset + 2 <= data.length && calls.length < maxBatchInstructions) {
    const count = data[offset] ?? 0;
    const length = data[offset + 1] ?? 0;
    const part = data.subarray(offset + 2, offset + 2 + length);
    // Batches cannot be nested: the program rejects them.
    if (part[0] !== batchTag) {
      const used = accounts.slice(first, first + count);
      calls.push(decodeTokenInstruction({ program, accounts: used, data: part }));
    }
    offset += 2 + length;
    first += count;
  }
  const authorityChange = calls.find((call) => call.authorityChange !== undefined)?.authorityChange;
  return {
    name: 'Batch',
    details: calls.map(({ name, details }, at) => [
      `${at + 1}. ${name ?? t('unknown instruction')}`,
      details.map(([member, value]) => `${member} ${value}`).join(', '),
    ]),
    tokens: calls.flatMap(({ tokens = [] }) => tokens),
    ...(authorityChange === undefined ? {} : { authorityChange }),
  };
}
