import { t } from '@vscode/l10n';
import { ByteView } from './byteView.ts';
import { type Call, type ReadInstruction, shown, type TokenMovement } from './calls.ts';

const names: Readonly<Record<number, string>> = {
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

const tags = {
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

const longestBatch = 64;

/** A call of the Token, p-token or Token-2022 program. */
export function tokenCalls({ program, accounts, data }: ReadInstruction): Call {
  if (data[0] === tags.batch) return batch({ program, accounts, data });
  const view = new ByteView(data);
  const tag = view.u8() ?? -1;
  const name = names[tag] ?? null;
  const at = (position: number) => accounts[position] ?? null;
  switch (tag) {
    case tags.transfer: {
      const amount = view.u64();
      if (amount === null) return { name, details: [] };
      return moved(name, {
        from: at(0),
        to: at(1),
        authority: at(2),
        amount,
        mint: null,
        decimals: null,
      });
    }
    case tags.transferChecked: {
      const amount = view.u64();
      if (amount === null) return { name, details: [] };
      return moved(name, {
        from: at(0),
        mint: at(1),
        to: at(2),
        authority: at(3),
        amount,
        decimals: view.u8(),
      });
    }
    case tags.transferFee: {
      if (view.u8() !== 1) return { name: 'TransferFeeExtension', details: [] };
      const amount = view.u64();
      if (amount === null) return { name: 'TransferCheckedWithFee', details: [] };
      return moved('TransferCheckedWithFee', {
        from: at(0),
        mint: at(1),
        to: at(2),
        authority: at(3),
        amount,
        decimals: view.u8(),
      });
    }
    case tags.burn:
    case tags.burnChecked: {
      const amount = view.u64();
      if (amount === null) return { name, details: [] };
      return moved(name, {
        from: at(0),
        mint: at(1),
        to: null,
        authority: at(2),
        amount,
        decimals: tag === tags.burnChecked ? view.u8() : null,
      });
    }
    case tags.approve:
    case tags.approveChecked: {
      const delegate = at(tag === tags.approve ? 1 : 2);
      return {
        name,
        details: [
          [t('account'), shown(at(0))],
          [t('delegate'), shown(delegate)],
          [t('amount'), String(view.u64())],
        ],
        handsOver: t(
          '{0} lets {1} move tokens of {2}.',
          String(name),
          shown(delegate),
          shown(at(0)),
        ),
      };
    }
    case tags.setAuthority: {
      const kind = view.u8();
      const target = view.u8() === 1 ? view.address() : t('nobody');
      return {
        name,
        details: [
          [t('account'), shown(at(0))],
          [t('authority type'), String(kind)],
          [t('new authority'), shown(target)],
        ],
        handsOver: t('SetAuthority gives authority over {0} to {1}.', shown(at(0)), shown(target)),
      };
    }
    case tags.closeAccount:
      return {
        name,
        details: [
          [t('account'), shown(at(0))],
          [t('lamports to'), shown(at(1))],
        ],
      };
    default:
      return { name, details: [] };
  }
}

function moved(name: string | null, movement: TokenMovement): Call {
  const { from, to, mint, amount, decimals } = movement;
  return {
    name,
    details: [
      [t('from'), shown(from)],
      ...(to === null ? [] : [[t('to'), to] as const]),
      ...(mint === null ? [] : [[t('mint'), mint] as const]),
      [t('raw amount'), String(amount)],
      ...(decimals === null ? [] : [[t('decimals'), String(decimals)] as const]),
    ],
    tokens: [movement],
  };
}

/** p-token's `batch`: for each part a count of accounts, a length of data, then the data. */
function batch({ program, accounts, data }: ReadInstruction): Call {
  const calls: Call[] = [];
  let offset = 1;
  let first = 0;
  while (offset + 2 <= data.length && calls.length < longestBatch) {
    const count = data[offset] ?? 0;
    const length = data[offset + 1] ?? 0;
    const part = data.subarray(offset + 2, offset + 2 + length);
    // A batch cannot hold a batch: the program refuses it.
    if (part[0] !== tags.batch) {
      calls.push(
        tokenCalls({ program, accounts: accounts.slice(first, first + count), data: part }),
      );
    }
    offset += 2 + length;
    first += count;
  }
  const handsOver = calls.find((call) => call.handsOver !== undefined)?.handsOver;
  return {
    name: 'Batch',
    details: calls.map(({ name, details }, at) => [
      `${at + 1}. ${name ?? t('unknown call')}`,
      details.map(([member, value]) => `${member} ${value}`).join(', '),
    ]),
    tokens: calls.flatMap(({ tokens = [] }) => tokens),
    ...(handsOver === undefined ? {} : { handsOver }),
  };
}
