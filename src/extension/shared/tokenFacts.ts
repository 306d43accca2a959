import { t } from '@vscode/l10n';
import { type AuthorityRole, authorityOf } from '../../api/authorityOf.ts';
import { formatExactAmount, formatPercent } from '../../api/format.ts';
import { isObject } from '../../api/isObject.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import { tokenProgramNames } from '../../solana/knownAddresses.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import type { Fact } from '../ui/treeRow.ts';
import { truncatedText } from './factSheet.ts';

export function tokenFacts(info: TokenInfo): Fact[] {
  const { decimals, metadata } = info;
  const program = truncatedText(info.program);
  const supply: unknown = Reflect.get(info, 'supply');
  const { is_mutable: isMutable } = metadata.data.onchain;
  const holderOf = (role: AuthorityRole) => {
    const holder = authorityOf(info, role);
    return holder === undefined ? t('unknown') : truncatedText(holder || t('none'));
  };
  const areDecimalsValid = Number.isInteger(decimals) && decimals >= 0 && decimals <= 255;
  return [
    [t('Token program'), (tokenProgramNames.get(program) ?? program) || t('unknown')],
    [t('Decimals'), areDecimalsValid ? String(decimals) : t('unknown')],
    ...(typeof supply === 'bigint' && areDecimalsValid
      ? [[t('Supply'), formatExactAmount(supply, decimals)] as const]
      : []),
    [t('Mint authority'), holderOf('mint')],
    [t('Freeze authority'), holderOf('freeze')],
    [t('Update authority'), holderOf('update')],
    ...(authorityOf(info, 'close') ? [[t('Close authority'), holderOf('close')] as const] : []),
    ...(isMutable === undefined
      ? []
      : [[t('Metadata'), isMutable ? t('mutable') : t('immutable')] as const]),
  ];
}

export function tokenWarnings(mint: string, info: TokenInfo): string[] {
  const fee: unknown = Reflect.get(info, 'transfer_fee');
  const points = isObject(fee) ? fee['basis_points'] : null;
  return [
    ...symbolWarnings(mint, info.symbol, info.name),
    ...(authorityOf(info, 'mint') ? [t('Mint authority is active: supply can grow.')] : []),
    ...(authorityOf(info, 'freeze')
      ? [t('Freeze authority is active: accounts can be frozen.')]
      : []),
    ...(authorityOf(info, 'close')
      ? [t('Close authority is active: the mint can be closed and recreated.')]
      : []),
    ...(typeof points === 'number' && points > 0
      ? [t('Transfer fee: {0} of every transfer.', formatPercent(points / 10_000))]
      : []),
  ];
}

export function symbolWarnings(mint: string, symbol: string, name = ''): string[] {
  const imitated = lookAlikeSymbol(mint, symbol) ?? lookAlikeSymbol(mint, name);
  const [real = ''] = [...knownMints].find(([, known]) => known.symbol === imitated) ?? [];
  return [
    ...(imitated === null
      ? []
      : [t('Looks like {0}, but is another token. The mint of {0} is {1}.', imitated, real)]),
    ...(truncatedText(symbol) === symbol
      ? []
      : [t('The symbol contains invisible characters or is unusually long.')]),
  ];
}
