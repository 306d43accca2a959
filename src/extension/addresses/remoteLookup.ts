import { t } from '@vscode/l10n';
import {
  formatCount,
  formatLamports,
  formatLamportsAsSol,
  formatPercent,
  formatSol,
  formatTimeAgo,
  formatUsd,
} from '../../api/format.ts';
import { joinList, joinNote } from '../../api/join.ts';
import { MarketError } from '../../api/marketError.ts';
import { formatNetGains } from '../../api/netGains.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import type { TransactionDetail } from '../../api/transaction.ts';
import type { WalletTotals } from '../../api/walletOverview.ts';
import type { IdlProgramSummary } from '../../backend/protocol/idlProtocol.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { knownAddress } from '../../solana/knownAddresses.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ChannelMarketService } from '../backend/channelMarketService.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import type { WorkspaceIdls } from '../idl/workspaceIdls.ts';
import { classifyLookup, notALookupMessage } from '../shared/classifyLookup.ts';
import { type FactSheet, noteOnly, truncatedText } from '../shared/factSheet.ts';
import {
  addressKind,
  addressName,
  formatKind,
  isWalletLike,
  nameOrShortAddress,
  priceFacts,
} from '../shared/localFacts.ts';
import { rankFact } from '../shared/rankLabels.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { SharedRequestCache } from '../shared/sharedRequestCache.ts';
import { tokenFacts, tokenWarnings } from '../shared/tokenFacts.ts';
import type { WalletPlace } from '../shared/walletRankings.ts';
import { formatTip } from '../ui/formatTip.ts';
import { programFacts } from './programFacts.ts';

export interface RemoteLookupOptions {
  readonly service: Pick<ChannelMarketService, 'tokenInfo' | 'walletOverview' | 'transaction'>;
  readonly recentResponses: RecentResponses;
  readonly sourceLabel: () => string;
  /** From the backend's own table; `null` if it is not there. */
  readonly findPool: (address: string, signal: AbortSignal) => Promise<PoolRow | null>;
  /** Rank in the last day; `null` if unranked, or not offered. */
  readonly rankWallet: (address: string, signal: AbortSignal) => Promise<WalletPlace | null>;
  /** Number of addresses; `null` if it is not a lookup table, or unknown. */
  readonly lookupTableSize: (address: string, signal: AbortSignal) => Promise<number | null>;
  readonly idls: Pick<WorkspaceIdls, 'program' | 'publishedProgram'>;
}

export type LookupResult =
  | { readonly kind: 'token'; readonly mint: string; readonly info: TokenInfo }
  | {
      readonly kind: 'wallet';
      readonly entry: WalletTotals;
      readonly place: WalletPlace | null;
    }
  | { readonly kind: 'transaction'; readonly detail: TransactionDetail }
  | { readonly kind: 'pool'; readonly row: PoolRow }
  | { readonly kind: 'table'; readonly address: string; readonly size: number }
  /** By the IDL that it publishes. */
  | { readonly kind: 'program'; readonly program: IdlProgramSummary }
  /** Unknown to the connection, or no request exists for its kind. */
  | { readonly kind: 'nothing'; readonly message: string };

export interface LookupDescription {
  readonly kind: LookupResult['kind'];
  /** `null` if the response adds nothing to the local facts. */
  readonly factSheet: FactSheet | null;
}

const minuteMilliseconds = 60_000;

/** Looks up addresses and signatures over the connection: cached, shared and cancellable. */
export class RemoteLookup {
  readonly #options: RemoteLookupOptions;
  readonly #cache: SharedRequestCache<LookupResult>;

  constructor(options: RemoteLookupOptions) {
    this.#options = options;
    this.#cache = new SharedRequestCache({
      request: (text, signal) => this.#request(text, signal),
      // Services allow a wallet's figures once a minute; they change slowly.
      ttlMilliseconds: 5 * minuteMilliseconds,
      errorTtlMilliseconds: minuteMilliseconds / 4,
      maxEntries: 500,
    });
  }

  clear(): void {
    this.#cache.clear();
  }

  peek(text: string): LookupResult | null {
    return this.#cache.peek(text);
  }

  /** Cached. Rejects with a MarketError. */
  get(text: string, signal: AbortSignal): Promise<LookupResult> {
    return this.#cache.get(text, signal);
  }

  /** The response with its source, or the reason for a failure; rejects only if cancelled. */
  async describe(text: string, signal: AbortSignal): Promise<LookupDescription> {
    const { recentResponses, sourceLabel } = this.#options;
    try {
      const result = await this.get(text, signal);
      const factSheet = lookupResultFacts(result, recentResponses);
      if (factSheet === null || factSheet.facts.length === 0) {
        return { kind: result.kind, factSheet };
      }
      const facts: FactSheet['facts'] = [...factSheet.facts, [t('Source'), sourceLabel()]];
      return { kind: result.kind, factSheet: { ...factSheet, facts } };
    } catch (error) {
      if (signal.aborted) throw error;
      return { kind: 'nothing', factSheet: noteOnly(asMarketError(error).message) };
    }
  }

  async #request(text: string, signal: AbortSignal): Promise<LookupResult> {
    const subject = classifyLookup(text);
    if (subject === null) return nothingFound(notALookupMessage);
    const { service, recentResponses } = this.#options;
    if (subject.kind === 'signature') {
      const detail = await service
        .transaction({ signature: subject.text }, { signal })
        .catch(nullIfNotFound);
      if (detail !== null) recentResponses.addTransaction(detail);
      return detail === null
        ? nothingFound(t('No arbitrage transaction with this signature in the index.'))
        : { kind: 'transaction', detail };
    }
    const address = subject.text;
    const kind = addressKind(address, recentResponses);
    if (kind === 'pool' || kind === 'unknown') {
      // Free: the table is on this machine.
      const row = await this.#options.findPool(address, signal).catch(() => null);
      if (row !== null) return { kind: 'pool', row };
    }
    if (kind === 'mint' || kind === 'unknown') {
      const info = await service.tokenInfo({ token: address }, { signal }).catch(nullIfNotFound);
      if (info !== null) {
        recentResponses.addTokenInfo(address, info);
        return { kind: 'token', mint: address, info };
      }
    }
    // Lookup tables are program-derived addresses.
    if (kind === 'lookup-table' || (kind === 'unknown' && !isWalletLike(address))) {
      const size = await this.#options.lookupTableSize(address, signal).catch(() => null);
      if (size !== null) return { kind: 'table', address, size };
      if (kind === 'lookup-table') return nothingFound(unknownTableSizeMessage);
    }
    if (kind === 'wallet' || (kind === 'unknown' && isWalletLike(address))) {
      const wallet = await this.#requestWallet(address, signal);
      if (wallet !== null) return wallet;
      if (kind === 'wallet') return nothingFound(t('No arbitrage transactions in 24 h.'));
    }
    return kind === 'unknown' || (kind === 'program' && knownAddress(address) === null)
      ? await this.#requestProgram(address, signal)
      : nothingFound('');
  }

  async #requestWallet(address: string, signal: AbortSignal): Promise<LookupResult | null> {
    const { service, rankWallet } = this.#options;
    // Explicit commands take priority over hovers.
    const options = { signal, priority: 'background' } as const;
    const [overviews, place] = await Promise.all([
      service.walletOverview({ wallets: [address] }, options),
      rankWallet(address, signal).catch(() => null),
    ]);
    const entry = overviews[address];
    return entry !== undefined && entry.transactions.total > 0
      ? { kind: 'wallet', entry, place }
      : null;
  }

  /** The hover shows a program of the workspace itself. */
  async #requestProgram(address: string, signal: AbortSignal): Promise<LookupResult> {
    const { idls } = this.#options;
    if (idls.program(address) !== null) return nothingFound('');
    const program = await idls.publishedProgram(address, signal).catch(() => null);
    return program === null ? nothingFound(unknownAddressMessage) : { kind: 'program', program };
  }
}

const unknownAddressMessage = t(
  'Unknown address: not a token, pool or wallet that this connection has seen.',
);
/** Services have no operation for this, and recordings contain no accounts. */
const unknownTableSizeMessage = t('Only a Node connection shows the size of a lookup table.');

const nothingFound = (message: string): LookupResult => ({ kind: 'nothing', message });

function nullIfNotFound(error: unknown): null {
  if (MarketError.is(error, 'not-found')) return null;
  throw error;
}

export function lookupResultFacts(
  result: LookupResult,
  memory: RecentResponses,
  now = Date.now(),
): FactSheet | null {
  switch (result.kind) {
    case 'token':
      return tokenSheet(result.mint, result.info, memory, now);
    case 'wallet':
      return walletFacts(result.entry, result.place);
    case 'transaction':
      return transactionFacts(result.detail, memory, now);
    case 'pool':
      return poolFacts(result.row, memory);
    case 'table':
      return tableFacts(result.address, result.size, memory);
    case 'program':
      return publishedFacts(result.program);
    case 'nothing':
      return result.message === '' ? null : noteOnly(result.message);
  }
}

const tableFacts = (address: string, size: number, memory: RecentResponses): FactSheet => ({
  title: nameOrShortAddress(address, memory),
  kindLabel: formatKind('lookup-table'),
  facts: [[t('Size'), t('{0} of 256 addresses', formatCount(size))]],
  warnings: [],
});

/** Whoever deploys a program chooses its name, so it is no title. */
const publishedFacts = (program: IdlProgramSummary): FactSheet => ({
  title: '',
  kindLabel: formatKind('program'),
  facts: programFacts(program, t('published on the chain')),
  warnings: [],
});

const mintLabel = (mint: string, symbol: string, memory: RecentResponses): string =>
  addressName(mint, memory) ?? (truncatedText(symbol) || shortAddress(mint));

function poolFacts(row: PoolRow, memory: RecentResponses): FactSheet {
  const mintA = mintLabel(row.mintA, row.symbolA, memory);
  const amm = nameOrShortAddress(row.program, memory);
  return {
    title: `${mintA} / ${mintLabel(row.mintB, row.symbolB, memory)}`,
    kindLabel: t('pool of {0}', amm),
    facts: [
      [t('Mint A'), row.mintA || t('unknown')],
      [t('Mint B'), row.mintB || t('unknown')],
      [t('Program'), row.program],
      ...(row.lookupTable === '' ? [] : [[t('Lookup table'), row.lookupTable] as const]),
    ],
    warnings: [],
  };
}

function tokenSheet(
  mint: string,
  info: TokenInfo,
  memory: RecentResponses,
  now: number,
): FactSheet {
  const name = truncatedText(info.name);
  const symbol = truncatedText(info.symbol);
  return {
    title: symbol || name || shortAddress(mint),
    kindLabel: formatKind('mint'),
    facts: [
      ...(name === '' ? [] : [[t('Name'), name] as const]),
      ...tokenFacts(info),
      ...priceFacts(mint, memory, (milliseconds) => formatTimeAgo(milliseconds, now)),
    ],
    warnings: tokenWarnings(mint, info),
  };
}

function walletFacts(
  { gains, volume, transactions }: WalletTotals,
  place: WalletPlace | null,
): FactSheet {
  const { success, total } = transactions;
  const amountOf = ({ USD, SOL }: WalletTotals['gains'], part: 'total' | 'fail') =>
    joinNote(formatUsd(USD[part]), formatSol(SOL[part]));
  const rate = formatPercent(success / total);
  return {
    title: '',
    kindLabel: formatKind('wallet'),
    facts: [
      ...(place === null ? [] : [[t('Rank'), rankFact(place)] as const]),
      [t('Net gains'), amountOf(gains, 'total')],
      [t('Cost of failed transactions'), amountOf(gains, 'fail')],
      [t('Volume'), amountOf(volume, 'total')],
      [
        t('Transactions'),
        t('{0} of {1} succeeded ({2})', formatCount(success), formatCount(total), rate),
      ],
      [t('Window'), t('last 24 h')],
    ],
    warnings: [],
  };
}

const maxRouteSteps = 12;

function transactionFacts(
  detail: TransactionDetail,
  memory: RecentResponses,
  now: number,
): FactSheet {
  const at = Date.parse(detail.timestamp ?? '');
  const tips = detail.tips_details.map(({ amount, type, symbol }) =>
    formatTip(formatTipAmount(amount, symbol), truncatedText(type)),
  );
  const outcome = detail.isSuccess ? t('Succeeded') : t('Failed');
  const type = truncatedText(detail.type);
  return {
    title: '',
    kindLabel: '',
    facts: [
      [t('Result'), type === '' ? outcome : joinNote(outcome, type)],
      [t('Net gains'), formatNetGains(detail)],
      [t('Route'), formatRoute(detail, memory)],
      [t('Tips'), joinList(tips) || t('none')],
      [t('Transaction fee'), formatLamports(detail.fees)],
      [t('Wallet'), detail.wallet],
      ...(detail.bot ? [[t('Bot program'), formatBot(detail.bot)] as const] : []),
      [t('Slot'), formatCount(detail.block_number)],
      ...(Number.isNaN(at) ? [] : [[t('Age'), formatTimeAgo(at, now)] as const]),
    ],
    warnings: [],
  };
}

/** The family of an unlabeled program is its address. */
const formatBot = ({ family, program }: NonNullable<TransactionDetail['bot']>): string =>
  family === program ? program : joinNote(program, truncatedText(family));

const formatTipAmount = (amount: bigint, symbol: string): string =>
  symbol === '' || symbol === 'SOL'
    ? formatLamportsAsSol(amount)
    : t('{0} units of {1}', formatCount(amount), truncatedText(symbol));

/** `SOL → POPCAT (Raydium CLMM) → SOL (Meteora DLMM)`. */
function formatRoute(
  { route_map_details: steps }: TransactionDetail,
  memory: RecentResponses,
): string {
  const [first] = steps;
  if (first === undefined) return t('none');
  const parts = steps.slice(0, maxRouteSteps).map((step) => {
    const amm = step.amm === undefined ? null : addressName(step.amm, memory);
    const mint = mintLabel(step.output_mint, step.output_mint_info.symbol, memory);
    return amm === null ? mint : joinNote(mint, amm);
  });
  const more = steps.length > maxRouteSteps ? [t('… {0} more', steps.length - maxRouteSteps)] : [];
  const start = mintLabel(first.input_mint, first.input_mint_info.symbol, memory);
  return [start, ...parts, ...more].join(' → ');
}
