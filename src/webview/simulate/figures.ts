import { t } from '@vscode/l10n';
import {
  formatCount,
  formatExactAmount,
  formatLamportsAsSol,
  formatSignedSol,
  formatUsd,
  withPlusSign,
} from '../../api/format.ts';
import { lamportsToSol } from '../../api/tokenAmounts.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { SimulateContent, SimulatedTransactionContent } from '../messages/simulate.ts';
import { tipLabel } from '../route/gainBreakdown.ts';
import { formatExact, formatPricedUsd } from '../route/routeLabels.ts';
import type { Route } from '../route/routeModel.ts';

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly more: string;
  readonly tone: 'up' | 'down' | '';
}

/** Lamports, paid on success and failure. */
export const totalFee = ({ baseFee, priorityFee }: SimulatedTransactionContent): bigint =>
  BigInt(baseFee) + BigInt(priorityFee);

/** An incomplete response has figures only if its route could be decoded. */
export const hasFigures = ({ isComplete, record }: SimulatedTransactionContent): boolean =>
  record !== null && (isComplete || record.legs.length > 0);

/** SOL. A failure loses its fee. */
export function netGainSol(transaction: SimulatedTransactionContent): number | null {
  if (!transaction.isSuccess) return -lamportsToSol(totalFee(transaction));
  return hasFigures(transaction) ? (transaction.record?.netGainsSol ?? null) : null;
}

export function headlineFigures(
  transaction: SimulatedTransactionContent,
  route: Route | null,
  { solPriceUsd }: Pick<SimulateContent, 'solPriceUsd'>,
): Figure[] {
  const { computeUnits, computeUnitLimit, priorityFee } = transaction;
  const net = netGainSol(transaction);
  const priority = BigInt(priorityFee);
  return [
    {
      name: t('Net gain'),
      value: net === null ? t('unknown') : formatSignedSol(net),
      more: net === null || solPriceUsd === null ? '' : formatPricedUsd(net * solPriceUsd),
      tone: net === null || net === 0 ? '' : net < 0 ? 'down' : 'up',
    },
    ...grossFigures(transaction, route),
    ...tipFigures(transaction, route),
    plain(
      t('Fee'),
      formatLamportsAsSol(totalFee(transaction)),
      priority === 0n ? '' : t('{0} priority', formatLamportsAsSol(priority)),
    ),
    plain(
      t('Compute units'),
      computeUnits === null ? t('unknown') : formatCount(computeUnits),
      t('of {0}', formatCount(computeUnitLimit)),
    ),
    plain(t('Volume'), volume(transaction)),
  ];
}

const plain = (name: string, value: string, more = ''): Figure => ({ name, value, more, tone: '' });

/** Placeholder for a gain: a failure has none, an incomplete response an unknown one. */
const absent = (transaction: SimulatedTransactionContent): string | null =>
  !transaction.isSuccess ? '–' : hasFigures(transaction) ? null : t('unknown');

function grossFigures(transaction: SimulatedTransactionContent, route: Route | null): Figure[] {
  const missing = absent(transaction);
  const { record } = transaction;
  if (missing !== null || record === null || route === null) {
    return [plain(t('Gross gain'), missing ?? t('unknown'))];
  }
  const gains = record.gains.filter(({ amount }) => amount !== '0');
  if (gains.length === 0) return [plain(t('Gross gain'), t('none'))];
  return gains.slice(0, 3).map(({ mint, amount }) => {
    const isBase = route.base === null || mint === route.base.mint;
    const value = withPlusSign(formatExact(route.tokenOf(mint), BigInt(amount), 'human'));
    return plain(isBase ? t('Gross gain') : t('Left over'), value);
  });
}

function tipFigures(transaction: SimulatedTransactionContent, route: Route | null): Figure[] {
  const missing = absent(transaction);
  const { record } = transaction;
  if (missing !== null || record === null || route === null) {
    return [plain(t('Tips'), missing ?? t('unknown'))];
  }
  if (record.tips.length === 0) return [plain(t('Tips'), t('none'))];
  return record.tips.slice(0, 3).map(({ provider, mint, amount }) => {
    const value =
      mint === wrappedSolMint
        ? `${formatExactAmount(BigInt(amount), 9)} SOL`
        : formatExact(route.tokenOf(mint), BigInt(amount), 'human');
    return plain(tipLabel(provider), value);
  });
}

function volume(transaction: SimulatedTransactionContent): string {
  const missing = absent(transaction);
  if (missing !== null) return missing;
  const usd = transaction.record?.volumeUsd ?? null;
  return usd === null ? t('price unknown') : formatUsd(usd);
}
