import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import {
  count,
  lamports,
  sol,
  timeAgo,
  timeSpan,
  transactions,
  usd,
} from '../../interface/figures.ts';
import { walletOverviewSeconds } from '../../interface/limits.ts';
import type { WalletOverviewEntry } from '../../interface/walletOverview.ts';
import type { WalletTransaction } from '../../interface/walletTransactions.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { TrackedWallet } from '../wallets/trackedWallets.ts';
import type { SuccessFilter, WalletDay, WalletList } from '../wallets/walletAnswers.ts';
import { sourceWords } from './finderAnswer.ts';
import type { Fact, TreeRow } from './treeRow.ts';

export interface WalletRowsOptions {
  readonly day: (wallet: string) => WalletDay | undefined;
  readonly list: (wallet: string, signal: AbortSignal) => Promise<WalletList>;
  readonly success: SuccessFilter;
  readonly source: string;
  readonly nowMilliseconds: () => number;
}

const window = timeSpan(walletOverviewSeconds);

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
  const heading = t('Wallet {0}', label);
  const said = description === '' ? t('not asked yet') : description.replaceAll(' · ', ', ');
  return {
    id,
    label,
    description,
    icon: 'account',
    context: 'wallet',
    address,
    spoken: `${heading}: ${said}`,
    heading,
    facts: () => [
      [t('Address'), address],
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

const gainsNote = t(
  'The embedded engine counts net gains, and the fee of a failure as its loss. A remote service may count otherwise.',
);

function summary(figures: WalletOverviewEntry | null): string {
  if (figures === null) return t('nothing known');
  const { total } = figures.transactions;
  if (total === 0) return t('no transaction in {0}', window);
  const gains = t('{0} gains', usd(figures.gains.USD.total));
  return `${gains} · ${window} · ${transactions(total)} · ${rate(figures)}`;
}

/** Part of the transactions that succeeded; empty where there are none. */
export const successRate = ({
  transactions: { success, total },
}: WalletOverviewEntry): number | null => (total > 0 ? success / total : null);

function rate(figures: WalletOverviewEntry): string {
  const part = successRate(figures);
  return part === null ? t('no success rate') : t('{0} % succeeded', (part * 100).toFixed(1));
}

type Split = WalletOverviewEntry['gains']['SOL'];

const both = (usdSplit: Split, solSplit: Split, member: keyof Split): string =>
  `${usd(usdSplit[member])} (${sol(solSplit[member])})`;

function dayFacts({ gains, volume, transactions: counts }: WalletOverviewEntry): Fact[] {
  return [
    [t('Gains of successes'), both(gains.USD, gains.SOL, 'success')],
    [t('Gains of failures'), both(gains.USD, gains.SOL, 'fail')],
    [t('Gains'), t('{0} in {1}', both(gains.USD, gains.SOL, 'total'), window)],
    [t('Volume of successes'), both(volume.USD, volume.SOL, 'success')],
    [t('Volume of failures'), both(volume.USD, volume.SOL, 'fail')],
    [t('Volume'), t('{0} in {1}', both(volume.USD, volume.SOL, 'total'), window)],
    [
      t('Transactions'),
      t('{total} in {window}: {success} succeeded, {fail} failed', {
        total: count(counts.total),
        window,
        success: count(counts.success),
        fail: count(counts.fail),
      }),
    ],
  ];
}

interface FigureWords {
  readonly label: string;
  readonly heading: string;
  readonly parts: readonly string[];
}

function figureRows(figures: WalletOverviewEntry, parentId: string): TreeRow[] {
  const { gains, volume, transactions: counts } = figures;
  const facts = () => dayFacts(figures);
  const row = (id: string, icon: string, words: FigureWords): TreeRow => ({
    id: `${parentId}/${id}`,
    label: words.label,
    description: words.parts.join(' · '),
    icon,
    context: 'figure',
    spoken: `${words.heading}: ${words.parts.join(', ')}`,
    heading: words.heading,
    facts,
  });
  const amounts = (usdSplit: Split, solSplit: Split): string[] => [
    usd(usdSplit.total),
    sol(solSplit.total),
    t('{0} of successes', usd(usdSplit.success)),
    t('{0} of failures', usd(usdSplit.fail)),
  ];
  return [
    row('gains', 'graph', {
      label: t('Gains'),
      heading: t('Gains in {0}', window),
      parts: amounts(gains.USD, gains.SOL),
    }),
    row('volume', 'arrow-swap', {
      label: t('Volume'),
      heading: t('Volume in {0}', window),
      parts: amounts(volume.USD, volume.SOL),
    }),
    row('transactions', 'pulse', {
      label: t('Transactions'),
      heading: t('Transactions in {0}', window),
      parts: [
        count(counts.total),
        t('{0} succeeded', count(counts.success)),
        t('{0} failed', count(counts.fail)),
        rate(figures),
      ],
    }),
  ];
}

const listNames: Readonly<Record<SuccessFilter, string>> = {
  all: t('Last transactions'),
  successes: t('Last successes'),
  failures: t('Last failures'),
};

function listHeading(success: SuccessFilter, wallet: string): string {
  switch (success) {
    case 'all':
      return t('Last transactions of {0}', wallet);
    case 'successes':
      return t('Last successes of {0}', wallet);
    case 'failures':
      return t('Last failures of {0}', wallet);
  }
}

function listRow(
  { address }: TrackedWallet,
  label: string,
  parentId: string,
  options: WalletRowsOptions,
): TreeRow {
  const heading = listHeading(options.success, label);
  const id = `${parentId}/attempts`;
  return {
    id,
    label: listNames[options.success],
    description: '',
    icon: 'history',
    context: 'group',
    spoken: heading,
    heading,
    facts: () => [],
    note: t('The newest that the service has, at most 50.'),
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
  const age = Number.isFinite(at) ? timeAgo(at, now) : t('at an unknown time');
  const label = shortAddress(signature);
  const heading = isSuccess
    ? t('Success: transaction {0}', label)
    : t('Failure: transaction {0}', label);
  const gains = t('{0} net', usd(attempt.net_gains_usd));
  const fee = t('fee {0}', lamports(attempt.fees));
  const open = t('Open Transaction');
  const values = { label, gains, fee, age };
  const said = isSuccess
    ? t('Success, transaction {label}: {gains}, {fee}, {age}.', values)
    : t('Failure, transaction {label}: {gains}, {fee}, {age}.', values);
  return {
    id: `${parentId}/${signature}`,
    label,
    description: `${gains} · ${sol(attempt.net_gains_sol)} · ${fee} · ${age}`,
    icon: isSuccess ? 'pass' : 'error',
    color: isSuccess ? 'testing.iconPassed' : 'testing.iconFailed',
    context: 'attempt',
    address: signature,
    spoken: `${said} ${t('Press Enter: {0}.', open)}`,
    heading,
    facts: () => [
      [t('Net gains'), `${usd(attempt.net_gains_usd)} (${sol(attempt.net_gains_sol)})`],
      [t('Fee'), lamports(attempt.fees)],
      [t('Base token'), mint === '' ? t('none named') : (knownMints.get(mint)?.symbol ?? mint)],
      [t('Slot'), count(attempt.block_number)],
      [t('Time'), visibleText(timestamp, 40)],
      [t('Signature'), signature],
      [t('Wallet'), attempt.wallet],
    ],
    note: t('Click: {0}.', open),
    click: { title: open, command: 'arbscope.lookUpTransaction', arguments: [signature] },
  };
}

function aloneRow(address: string, shown: number, parentId: string): TreeRow {
  const label =
    shown === 0 ? t('None among the newest 50 of its group') : t('Older ones may be missing');
  const description = t('ask for this wallet alone');
  return {
    id: `${parentId}/alone`,
    label,
    description,
    icon: 'ellipsis',
    context: 'note',
    spoken: `${label}. ${t('Press Enter: {0}.', description)}`,
    heading: label,
    facts: () => [],
    note: t(
      'The service answers the newest 50 of up to five wallets together. Click: one more call, for this wallet alone.',
    ),
    click: {
      title: t('Ask for This Wallet Alone'),
      command: 'arbscope.listWallet',
      arguments: [address],
    },
  };
}

const noneNames: Readonly<Record<SuccessFilter, string>> = {
  all: t('No transaction'),
  successes: t('No success'),
  failures: t('No failure'),
};

function nothingRow(parentId: string, { success }: WalletRowsOptions): TreeRow {
  const label = noneNames[success];
  const description = t('the service has none stored');
  return {
    id: `${parentId}/none`,
    label,
    description,
    icon: 'info',
    context: 'note',
    spoken: `${label}: ${description}`,
    heading: label,
    facts: () => [],
  };
}

function sourceFacts(day: WalletDay | undefined, { source }: WalletRowsOptions): Fact[] {
  const from: Fact = [t('Source'), sourceWords(source)];
  if (day === undefined) return [from];
  return [from, [t('As of'), new Date(day.answeredAtMilliseconds).toISOString()]];
}
