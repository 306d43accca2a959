import { t } from '@vscode/l10n';
import type { Outcome } from '../../api/arbscope/arbitrageFilter.ts';
import type { ArbitrageSummary } from '../../api/arbscope/arbitrages.ts';
import {
  formatCount,
  formatLamportsAsSol,
  formatSignedUsd,
  formatUsd,
  formatUtcDateTime,
} from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { formatNetGains, knownNetGains } from '../../api/netGains.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type DataSource, sourceLabel } from '../base/connections.ts';
import { tokenLabel } from '../finder/tokenRows.ts';
import { ammLabel } from '../ui/addressLabels.ts';
import { simpleRow } from '../ui/simpleRow.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import { formatAgeStep } from './ageSteps.ts';
import { outcomeLabels } from './liveFilter.ts';

export interface ArbitrageRowsOptions {
  readonly source: DataSource;
  readonly nowMilliseconds: number;
  /** Name of a tracked wallet, otherwise its short address. */
  readonly walletLabel: (wallet: string) => string;
}

/** Outcomes differ by shape and not by colour alone. */
export const outcomeIcons: Readonly<
  Record<Outcome, { readonly icon: string; readonly color?: string }>
> = {
  gain: { icon: 'triangle-up', color: 'charts.green' },
  loss: { icon: 'triangle-down', color: 'charts.red' },
  unknown: { icon: 'question' },
  failed: { icon: 'circle-slash', color: 'charts.red' },
  'no-swap': { icon: 'dash' },
};

/** Pads gains to equal width. Figure spaces are as wide as digits, so the decimal points align. */
export function padGains(usd: readonly (number | null)[]): string[] {
  const gains = usd.map(formatSignedUsd);
  const width = Math.max(0, ...gains.map((gain) => gain.length));
  return gains.map((gain) => gain.padStart(width, '\u2007'));
}

export function arbitrageRows(
  arbitrages: readonly ArbitrageSummary[],
  options: ArbitrageRowsOptions,
): TreeRow[] {
  const gains = padGains(arbitrages.map((each) => knownNetGains(each).usd));
  return arbitrages.map((each, index) => arbitrageRow(each, gains[index] ?? '', options));
}

function arbitrageRow(
  arbitrage: ArbitrageSummary,
  gain: string,
  options: ArbitrageRowsOptions,
): TreeRow {
  const { signature, outcome, timestamp, provider } = arbitrage;
  const at = timestamp === null ? null : Date.parse(timestamp);
  const age = formatAgeStep(at, options.nowMilliseconds);
  const symbols = routeSymbols(arbitrage);
  const what = outcomeLabels[outcome];
  const providerName = providerLabel(provider, 20);
  const open = t('Open Transaction');
  const spokenRoute = symbols.length > 0 ? joinList(symbols) : withoutRoute(arbitrage);
  return {
    id: `arbitrage:${signature}`,
    label: gain,
    // The age first: a narrow side bar cuts the end off.
    description: [age, formatRoute(arbitrage), providerName].join(' · '),
    ...outcomeIcons[outcome],
    context: 'arbitrage',
    ...(outcome === 'failed' ? { state: 'lost' } : {}),
    address: signature,
    accessibilityLabel: joinLabel(
      what,
      joinList([t('{0} net', gain.trim()), spokenRoute, age, providerName]),
    ),
    heading: joinLabel(what, formatRoute(arbitrage)),
    facts: () => arbitrageFacts(arbitrage, at, options),
    note: t('Click: {0}.', open),
    click: { title: open, command: 'arbscope.lookUpTransaction', arguments: [signature] },
    children: () => linkRows(arbitrage, options),
  };
}

/** Each arbitrage has a volume; responses have an unknown one as 0. */
const hasUnknownVolume = ({ type, volume_usd: usd }: ArbitrageSummary): boolean =>
  type === 'arbitrage' && usd === 0;

const maxShownTokens = 4;

/** `SOL→BONK→SOL`; a long route as first token, number of tokens between, and last token. */
export function formatRoute(arbitrage: ArbitrageSummary): string {
  const symbols = routeSymbols(arbitrage);
  if (symbols.length === 0) return withoutRoute(arbitrage);
  const [first = '', second = ''] = symbols;
  const last = symbols.at(-1) ?? '';
  const shown =
    symbols.length > maxShownTokens
      ? [first, second, `+${symbols.length - maxShownTokens + 1}`, last]
      : symbols;
  return shown.join('→');
}

/** Cached: rows are made every second, and comparing with every known symbol is slow. */
const symbolsByArbitrage = new WeakMap<ArbitrageSummary, readonly string[]>();

function routeSymbols(arbitrage: ArbitrageSummary): readonly string[] {
  const known = symbolsByArbitrage.get(arbitrage);
  if (known !== undefined) return known;
  const symbols = arbitrage.mints.map(({ mint, symbol }) => tokenLabel(mint, symbol));
  symbolsByArbitrage.set(arbitrage, symbols);
  return symbols;
}

/** Label of a failure, or of a success without swaps. */
function withoutRoute({ bot, outcome }: ArbitrageSummary): string {
  const reason = outcome === 'failed' ? t('failed') : t('no swap');
  return bot === null ? reason : joinList([t('{0} bot', botLabel(bot.family)), reason]);
}

/** Bot family, or the program's address if the family is unknown. */
const botLabel = (family: string): string =>
  family.length > 20 ? shortAddress(family) : sanitizeText(family, 20);

const arbitrageFacts = (
  arbitrage: ArbitrageSummary,
  at: number | null,
  { source, walletLabel }: ArbitrageRowsOptions,
): Fact[] => [
  [t('Net gains'), formatNetGains(arbitrage)],
  [t('Gross gains'), formatUsd(arbitrage.outcome === 'unknown' ? null : arbitrage.revenues_usd)],
  [t('Volume'), formatUsd(hasUnknownVolume(arbitrage) ? null : arbitrage.volume_usd)],
  [t('Tip'), joinNote(formatLamportsAsSol(arbitrage.tips), providerLabel(arbitrage.provider, 20))],
  [t('Fee'), formatLamportsAsSol(arbitrage.fees)],
  [t('Bot'), arbitrage.bot === null ? t('unknown') : botLabel(arbitrage.bot.family)],
  [
    t('Compute units'),
    arbitrage.compute_unit === null ? t('unknown') : formatCount(arbitrage.compute_unit),
  ],
  [t('Slot'), formatCount(arbitrage.block_number)],
  [t('Time'), at === null ? t('unknown') : formatUtcDateTime(at)],
  [t('Wallet'), walletLabel(arbitrage.wallet)],
  [t('Signature'), arbitrage.signature],
  [t('Source'), sourceLabel(source)],
];

const showArbitrages = t('Show Arbitrages');

function linkRows(arbitrage: ArbitrageSummary, options: ArbitrageRowsOptions): TreeRow[] {
  const { signature, wallet, mints, pools } = arbitrage;
  const id = `arbitrage:${signature}`;
  const tokens = new Map(mints.map(({ mint, symbol }) => [mint, tokenLabel(mint, symbol)]));
  const known = new Map(pools.flatMap(({ pool, amm }) => (pool === '' ? [] : [[pool, amm]])));
  return [
    linkRow({
      ...{ id: `${id}/wallet`, label: options.walletLabel(wallet), address: wallet },
      ...{ icon: 'account', context: 'wallet', kind: t('Wallet') },
      click: { title: showArbitrages, command: 'arbscope.showArbitrages' },
    }),
    ...[...tokens].map(([mint, label]) =>
      linkRow({
        ...{ id: `${id}/${mint}`, label, address: mint, icon: 'tag', context: 'token' },
        kind: mint === arbitrage.base ? t('Base token') : t('Token'),
        click: { title: t('Open Token'), command: 'arbscope.openToken' },
      }),
    ),
    ...[...known].map(([pool, amm = '']) =>
      linkRow({
        ...{ id: `${id}/${pool}`, label: ammLabel(amm), address: pool, icon: 'database' },
        ...{ context: 'pool', kind: t('Pool') },
        click: { title: t('Open Pool'), command: 'arbscope.openPool' },
      }),
    ),
  ];
}

function linkRow({
  kind,
  address,
  click,
  ...row
}: Pick<TreeRow, 'id' | 'label' | 'icon' | 'context'> & {
  readonly kind: string;
  readonly address: string;
  readonly click: { readonly title: string; readonly command: string };
}): TreeRow {
  const short = shortAddress(address);
  return simpleRow({
    ...row,
    address,
    description: row.label === short ? kind : `${kind} · ${short}`,
    accessibilityLabel: joinLabel(kind, row.label),
    heading: joinLabel(kind, row.label),
    facts: () => [[t('Address'), address]],
    note: t('Click: {0}.', click.title),
    // The row's own context and address identify the target.
    click: { ...click, arguments: [{ context: row.context, address, label: row.label }] },
  });
}
