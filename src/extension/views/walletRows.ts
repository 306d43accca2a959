import { visibleText } from '../../interface/displayText.ts';
import { count, lamports, sol, timeAgo, transactions, usd } from '../../interface/figures.ts';
import type { WalletOverviewEntry } from '../../interface/walletOverview.ts';
import type { WalletTransaction } from '../../interface/walletTransactions.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { TrackedWallet } from '../wallets/trackedWallets.ts';
import type { SuccessFilter, WalletDay, WalletList } from '../wallets/walletAnswers.ts';
import { simulatedSource } from './finderAnswer.ts';
import type { Fact, TreeRow } from './treeRow.ts';

export interface WalletRowsOptions {
  readonly day: (wallet: string) => WalletDay | undefined;
  readonly list: (wallet: string, signal: AbortSignal) => Promise<WalletList>;
  readonly success: SuccessFilter;
  readonly source: string;
  readonly nowMilliseconds: () => number;
}

const window = '24 h';

/** The tracked wallets, each with its last 24 hours and its last transactions. */
export const walletRows = (
  wallets: readonly TrackedWallet[],
  options: WalletRowsOptions,
): TreeRow[] => wallets.map((wallet) => walletRow(wallet, options));

function walletRow(wallet: TrackedWallet, options: WalletRowsOptions): TreeRow {
  const { address } = wallet;
  const day = options.day(address);
  const label = wallet.name === '' ? shortAddress(address) : visibleText(wallet.name, 60);
  const id = `wallet:${address}`;
  const description = day === undefined ? '' : summary(day.figures);
  return {
    id,
    label,
    description,
    icon: 'account',
    context: 'wallet',
    address,
    spoken: `Wallet ${label}: ${description === '' ? 'not asked yet' : description.replaceAll(' · ', ', ')}`,
    heading: `Wallet ${label}`,
    facts: () => [
      ['Address', address],
      ...(day?.figures == null ? [] : dayFacts(day.figures)),
      ...sourceFacts(day, options),
    ],
    ...(day?.figures == null ? {} : { note: gainsNote }),
    children: () => [
      ...(day?.figures == null ? [] : figureRows(day.figures, id)),
      listRow(wallet, label, id, options),
    ],
  };
}

const gainsNote =
  'The embedded engine counts net gains, and the fee of a failure as its loss. A remote service may count otherwise.';

function summary(figures: WalletOverviewEntry | null): string {
  if (figures === null) return 'nothing known';
  const { total } = figures.transactions;
  if (total === 0) return `no transaction in ${window}`;
  return `${usd(figures.gains.USD.total)} gains · ${window} · ${transactions(total)} · ${rate(figures)}`;
}

/** Part of the transactions that succeeded; empty where there are none. */
export const successRate = ({
  transactions: { success, total },
}: WalletOverviewEntry): number | null => (total > 0 ? success / total : null);

function rate(figures: WalletOverviewEntry): string {
  const part = successRate(figures);
  return part === null ? 'no success rate' : `${(part * 100).toFixed(1)} % succeeded`;
}

type Split = WalletOverviewEntry['gains']['SOL'];

const both = (usdSplit: Split, solSplit: Split, member: keyof Split): string =>
  `${usd(usdSplit[member])} (${sol(solSplit[member])})`;

function dayFacts({ gains, volume, transactions: counts }: WalletOverviewEntry): Fact[] {
  return [
    ['Gains of successes', both(gains.USD, gains.SOL, 'success')],
    ['Gains of failures', both(gains.USD, gains.SOL, 'fail')],
    ['Gains', `${both(gains.USD, gains.SOL, 'total')} in ${window}`],
    ['Volume of successes', both(volume.USD, volume.SOL, 'success')],
    ['Volume of failures', both(volume.USD, volume.SOL, 'fail')],
    ['Volume', `${both(volume.USD, volume.SOL, 'total')} in ${window}`],
    [
      'Transactions',
      `${count(counts.total)} in ${window}: ${count(counts.success)} succeeded, ${count(counts.fail)} failed`,
    ],
  ];
}

function figureRows(figures: WalletOverviewEntry, parentId: string): TreeRow[] {
  const { gains, volume, transactions: counts } = figures;
  const facts = () => dayFacts(figures);
  const row = (name: string, icon: string, description: string): TreeRow => ({
    id: `${parentId}/${name.toLowerCase()}`,
    label: name,
    description,
    icon,
    context: 'figure',
    spoken: `${name} in ${window}: ${description.replaceAll(' · ', ', ')}`,
    heading: `${name} in ${window}`,
    facts,
  });
  const amounts = (usdSplit: Split, solSplit: Split): string =>
    `${usd(usdSplit.total)} · ${sol(solSplit.total)} · ${usd(usdSplit.success)} of successes · ${usd(usdSplit.fail)} of failures`;
  return [
    row('Gains', 'graph', amounts(gains.USD, gains.SOL)),
    row('Volume', 'arrow-swap', amounts(volume.USD, volume.SOL)),
    row(
      'Transactions',
      'pulse',
      `${count(counts.total)} · ${count(counts.success)} succeeded · ${count(counts.fail)} failed · ${rate(figures)}`,
    ),
  ];
}

const listNames: Readonly<Record<SuccessFilter, string>> = {
  all: 'Last transactions',
  successes: 'Last successes',
  failures: 'Last failures',
};

function listRow(
  { address }: TrackedWallet,
  label: string,
  parentId: string,
  options: WalletRowsOptions,
): TreeRow {
  const name = listNames[options.success];
  const id = `${parentId}/attempts`;
  return {
    id,
    label: name,
    description: '',
    icon: 'history',
    context: 'group',
    spoken: `${name} of ${label}`,
    heading: `${name} of ${label}`,
    facts: () => [],
    note: 'The newest that the service has, at most 50.',
    more: async (signal) => {
      const { attempts, isPartOfGroup } = await options.list(address, signal);
      const rows = attempts.map((attempt) => attemptRow(attempt, id, options));
      if (isPartOfGroup) rows.push(aloneRow(address, rows.length, id));
      return rows.length === 0 ? [nothingRow(id, options)] : rows;
    },
  };
}

function attemptRow(
  attempt: WalletTransaction,
  parentId: string,
  options: WalletRowsOptions,
): TreeRow {
  const { signature, isSuccess, timestamp, mint } = attempt;
  const now = options.nowMilliseconds();
  const at = Date.parse(timestamp);
  const age = Number.isFinite(at) ? timeAgo(at, now) : 'at an unknown time';
  const label = shortAddress(signature);
  const outcome = isSuccess ? 'Success' : 'Failure';
  const gains = `${usd(attempt.net_gains_usd)} net`;
  const fee = `fee ${lamports(attempt.fees)}`;
  return {
    id: `${parentId}/${signature}`,
    label,
    description: `${gains} · ${sol(attempt.net_gains_sol)} · ${fee} · ${age}`,
    icon: isSuccess ? 'pass' : 'error',
    color: isSuccess ? 'testing.iconPassed' : 'testing.iconFailed',
    context: 'attempt',
    address: signature,
    spoken: `${outcome}, transaction ${label}: ${gains}, ${fee}, ${age}. Press Enter: Open Transaction.`,
    heading: `${outcome}: transaction ${label}`,
    facts: () => [
      ['Net gains', `${usd(attempt.net_gains_usd)} (${sol(attempt.net_gains_sol)})`],
      ['Fee', lamports(attempt.fees)],
      ['Base token', mint === '' ? 'none named' : (knownMints.get(mint)?.symbol ?? mint)],
      ['Slot', count(attempt.block_number)],
      ['Time', visibleText(timestamp, 40)],
      ['Signature', signature],
      ['Wallet', attempt.wallet],
    ],
    note: 'Click: Open Transaction.',
    click: {
      title: 'Open Transaction',
      command: 'arbscope.lookUpTransaction',
      arguments: [signature],
    },
  };
}

function aloneRow(address: string, shown: number, parentId: string): TreeRow {
  const label = shown === 0 ? 'None among the newest 50 of its group' : 'Older ones may be missing';
  const description = 'ask for this wallet alone';
  return {
    id: `${parentId}/alone`,
    label,
    description,
    icon: 'ellipsis',
    context: 'note',
    spoken: `${label}. Press Enter: ${description}.`,
    heading: label,
    facts: () => [],
    note: 'The service answers the newest 50 of up to five wallets together. Click: one more call, for this wallet alone.',
    click: {
      title: 'Ask for This Wallet Alone',
      command: 'arbscope.listWallet',
      arguments: [address],
    },
  };
}

function nothingRow(parentId: string, { success }: WalletRowsOptions): TreeRow {
  const label =
    success === 'all' ? 'No transaction' : `No ${success === 'successes' ? 'success' : 'failure'}`;
  return {
    id: `${parentId}/none`,
    label,
    description: 'the service has none stored',
    icon: 'info',
    context: 'note',
    spoken: `${label}: the service has none stored`,
    heading: label,
    facts: () => [],
  };
}

function sourceFacts(day: WalletDay | undefined, { source }: WalletRowsOptions): Fact[] {
  const from: Fact = ['Source', source === simulatedSource ? `${source}: simulated data` : source];
  if (day === undefined) return [from];
  return [from, ['As of', new Date(day.answeredAtMilliseconds).toISOString()]];
}
