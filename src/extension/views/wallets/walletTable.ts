import { csvCell, visibleText } from '../../../interface/displayText.ts';
import type { WalletOverviewEntry } from '../../../interface/walletOverview.ts';
import type { TrackedWallet } from './trackedWallets.ts';

/** A figure of a wallet's last 24 hours, with its unit. */
export interface WalletFigure {
  /** For people: `Net gains, SOL`. */
  readonly label: string;
  /** For files: `gains_sol`. */
  readonly column: string;
  readonly of: (entry: WalletOverviewEntry) => number | null;
}

const parts = [
  ['success', 'of successes'],
  ['fail', 'of failures'],
  ['total', 'total'],
] as const;

/** Parts of a hundred that succeeded; null where there was nothing to try. */
export function successRate({ transactions }: WalletOverviewEntry): number | null {
  const { success, total } = transactions;
  return total > 0 ? (success / total) * 100 : null;
}

/** Every figure, in the order in which wallets are compared. */
export const walletFigures: readonly WalletFigure[] = [
  ...(['SOL', 'USD'] as const).flatMap((unit) =>
    parts.map(
      ([part, words]): WalletFigure => ({
        label: `Net gains ${words}, ${unit}`,
        column: `gains_${part}_${unit.toLowerCase()}`,
        of: ({ gains }) => gains[unit][part],
      }),
    ),
  ),
  ...(['SOL', 'USD'] as const).flatMap((unit) =>
    parts.map(
      ([part, words]): WalletFigure => ({
        label: `Volume ${words}, ${unit}`,
        column: `volume_${part}_${unit.toLowerCase()}`,
        of: ({ volume }) => volume[unit][part],
      }),
    ),
  ),
  ...parts.map(
    ([part, words]): WalletFigure => ({
      label: `Transactions ${words}`,
      column: `transactions_${part}`,
      of: ({ transactions }) => transactions[part],
    }),
  ),
  { label: 'Success rate, %', column: 'success_rate_percent', of: successRate },
];

/** A row for each wallet; empty cells where nothing is known. */
export function walletsCsv(
  wallets: readonly TrackedWallet[],
  entries: ReadonlyMap<string, WalletOverviewEntry>,
): string {
  const heads = ['wallet', 'name', ...walletFigures.map(({ column }) => column)];
  const rows = wallets.map(({ address, name }) => {
    const entry = entries.get(address);
    const figures = walletFigures.map(({ of }) => {
      const value = entry === undefined ? null : of(entry);
      return value === null ? '' : String(value);
    });
    return [csvCell(address), csvCell(visibleText(name, 80)), ...figures];
  });
  return [heads, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}
