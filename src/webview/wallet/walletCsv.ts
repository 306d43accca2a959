import { percentileKeys } from '../../api/enumerations.ts';
import { formatCsv } from '../../api/sanitizeText.ts';
import { sourceCell } from '../components/sourceBadge.tsx';
import type { PanelWallet, ProviderTips, WalletContent, WalletRollup } from '../messages/wallet.ts';
import { tipsRows } from './tipsModel.ts';

export type Cell = string | number | boolean | null;
/** Subject of a figure: section of the page, wallet, and entry. */
type Subject = readonly [part: string, wallet: string, entry: string];

export const csvHeader = [
  ...['part', 'wallet', 'entry', 'measure', 'value'],
  ...['window_seconds', 'source', 'until'],
];

/** Unrounded, one figure per row; unknown ones are empty. */
export function walletCsv(content: WalletContent): string {
  const { windowSeconds, nowMilliseconds, wallets, marketTips, transactions } = content;
  const about = [windowSeconds, sourceCell(content), new Date(nowMilliseconds).toISOString()];
  const rows = [
    ...wallets.flatMap((wallet) => walletFigures(wallet, content)),
    ...marketTips.flatMap((tips) => tipFigures(['market_tips', '', tips.provider], tips)),
    ...transactions.flatMap((each) => {
      const { signature, wallet, atMilliseconds, outcome, route, provider } = each;
      const at = atMilliseconds === null ? null : new Date(atMilliseconds).toISOString();
      return figures(['transaction', wallet, signature], {
        ...{ time: at, outcome, route, provider },
        net_gains_sol: each.netGainsSol,
        net_gains_usd: each.netGainsUsd,
        tips_lamports: each.tips,
        compute_units: each.computeUnits,
      });
    }),
  ];
  return formatCsv([csvHeader, ...rows.map((row) => [...row, ...about])]);
}

function walletFigures(wallet: PanelWallet, content: WalletContent): Cell[][] {
  const { address, figures: own, history, tips, tokens, amms } = wallet;
  const at = content.wallets.indexOf(wallet);
  const rollups = (part: string, entries: readonly WalletRollup[]) =>
    entries.flatMap((entry) =>
      figures([part, address, entry.address], {
        name: entry.name,
        transactions: entry.transactions,
        gross_gains_usd: entry.grossGainsUsd,
        net_gains_usd: entry.netGainsUsd,
      }),
    );
  return [
    ...figures(
      ['figures', address, ''],
      own === null
        ? {}
        : {
            rank: own.rank,
            share: own.share,
            net_gains_usd: own.netGainsUsd,
            net_gains_sol: own.netGainsSol,
            gross_gains_usd: own.grossGainsUsd,
            success: own.success,
            failed: own.failed,
            tips_lamports: own.tips,
            fees_lamports: own.fees,
            bot: own.bot,
          },
    ),
    ...history.flatMap(({ atMilliseconds, isKnown, success, failed, netGainsUsd }) =>
      figures(['history', address, new Date(atMilliseconds).toISOString()], {
        success: isKnown ? success : null,
        failed: isKnown ? failed : null,
        net_gains_usd: isKnown ? netGainsUsd : null,
      }),
    ),
    ...tips.flatMap((each) => tipFigures(['tips', address, each.provider], each)),
    ...tipsRows(content).flatMap(({ provider, wallets }) =>
      figures(['tips', address, provider], { in_market: wallets[at]?.inMarket ?? null }),
    ),
    ...rollups('token', tokens),
    ...rollups('amm', amms),
  ];
}

const tipFigures = (subject: Subject, { sample, values }: ProviderTips): Cell[][] =>
  figures(subject, {
    transactions: sample,
    ...Object.fromEntries(percentileKeys.map((key, at) => [`${key}_lamports`, values[at] ?? null])),
  });

export const figures = (subject: Subject, measures: Readonly<Record<string, Cell>>): Cell[][] =>
  Object.entries(measures).map(([measure, value]) => [...subject, measure, value]);
