import { t } from '@vscode/l10n';
import {
  formatCount,
  formatLamports,
  formatLamportsAsSol,
  formatTimeAgo,
  formatUsd,
} from '../../api/format.ts';
import { MarketError } from '../../api/marketError.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import type { TransactionDetail } from '../../api/transaction.ts';
import type { WalletTotals } from '../../api/walletOverview.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ChannelMarketService } from '../backend/channelMarketService.ts';
import { formatTip } from '../ui/formatTip.ts';
import { classifyLookup } from './classifyLookup.ts';
import { type FactSheet, truncatedText } from './factSheet.ts';
import {
  addressKind,
  addressName,
  formatKind,
  isWalletLike,
  symbolWarnings,
} from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';
import { SharedRequestCache } from './sharedRequestCache.ts';

export interface RemoteLookupOptions {
  readonly service: Pick<ChannelMarketService, 'tokenInfo' | 'walletOverview' | 'transaction'>;
  readonly recentResponses: RecentResponses;
  /** The pool of an address in the backend's own table; `null`: it holds none. */
  readonly findPool: (address: string, signal: AbortSignal) => Promise<PoolRow | null>;
  /** How many addresses a lookup table holds; `null`: it is none, or nobody can tell. */
  readonly lookupTableSize: (address: string, signal: AbortSignal) => Promise<number | null>;
}

/** What the service knows of an address or a signature. */
export type LookupResult =
  | { readonly kind: 'token'; readonly mint: string; readonly info: TokenInfo }
  | { readonly kind: 'wallet'; readonly entry: WalletTotals }
  | { readonly kind: 'transaction'; readonly detail: TransactionDetail }
  | { readonly kind: 'pool'; readonly row: PoolRow }
  | { readonly kind: 'table'; readonly address: string; readonly size: number }
  /** The service knows nothing of it, or nothing is to be asked. */
  | { readonly kind: 'nothing'; readonly message: string };

const minuteMilliseconds = 60_000;
/** What somebody asks for by a command comes before what a pointer rests on. */
const priority = 'background';

/** What the service knows of addresses and signatures: cached, shared and cancellable. */
export class RemoteLookup {
  readonly #options: RemoteLookupOptions;
  readonly #cache: SharedRequestCache<LookupResult>;

  constructor(options: RemoteLookupOptions) {
    this.#options = options;
    this.#cache = new SharedRequestCache({
      request: (text, signal) => this.#request(text, signal),
      // A wallet's figures may be asked for once a minute only; they do not age quickly.
      ttlMilliseconds: 5 * minuteMilliseconds,
      errorTtlMilliseconds: minuteMilliseconds / 4,
      maxEntries: 500,
    });
  }

  /** Another service answers from now on. */
  clear(): void {
    this.#cache.clear();
  }

  peek(text: string): LookupResult | null {
    return this.#cache.peek(text);
  }

  /** Asks, unless it is known. Rejects with a MarketError. */
  get(text: string, signal: AbortSignal): Promise<LookupResult> {
    return this.#cache.get(text, signal);
  }

  async #request(text: string, signal: AbortSignal): Promise<LookupResult> {
    const subject = classifyLookup(text);
    if (subject === null) return nothingFound(t('Neither an address nor a signature.'));
    const { service, recentResponses } = this.#options;
    if (subject.kind === 'signature') {
      const detail = await service
        .transaction({ signature: subject.text }, { signal })
        .catch(nullIfNotFound);
      return detail === null
        ? nothingFound(t('The index holds no arbitrage transaction of this signature.'))
        : { kind: 'transaction', detail };
    }
    const address = subject.text;
    const kind = addressKind(address, recentResponses);
    if (kind === 'pool' || kind === 'unknown') {
      // It costs nothing: the table is on this machine.
      const row = await this.#options.findPool(address, signal).catch(() => null);
      if (row !== null) return { kind: 'pool', row };
    }
    if (kind === 'mint' || kind === 'unknown') {
      const info = await service.tokenInfo({ token: address }, { signal }).catch(nullIfNotFound);
      if (info !== null) return { kind: 'token', mint: address, info };
    }
    // A lookup table is an address of its program, which has no secret key.
    if (kind === 'lookup-table' || (kind === 'unknown' && !isWalletLike(address))) {
      const size = await this.#options.lookupTableSize(address, signal).catch(() => null);
      if (size !== null) return { kind: 'table', address, size };
      if (kind === 'lookup-table') return nothingFound(unknownTableSizeMessage);
    }
    if (kind !== 'unknown' && kind !== 'wallet') return nothingFound('');
    if (!isWalletLike(address))
      return nothingFound(t('The service knows no token of this address.'));
    const entry = (await service.walletOverview({ wallets: [address] }, { signal, priority }))[
      address
    ];
    return entry === undefined || entry.transactions.total === 0
      ? nothingFound(t('No arbitrage of a wallet of this address in the last 24 hours.'))
      : { kind: 'wallet', entry };
  }
}

/** No operation of a service tells it, and a recording holds no accounts. */
const unknownTableSizeMessage = t(
  'How many addresses it holds is not told by this connection; a Node connection reads it from the chain.',
);

const nothingFound = (message: string): LookupResult => ({ kind: 'nothing', message });

function nullIfNotFound(error: unknown): null {
  if (MarketError.is(error, 'not-found')) return null;
  throw error;
}

/** A response as facts; `null` where there is nothing to add to what is shown already. */
export function lookupResultFacts(
  result: LookupResult,
  memory: RecentResponses,
  now = Date.now(),
): FactSheet | null {
  switch (result.kind) {
    case 'token':
      return tokenFacts(result.mint, result.info);
    case 'wallet':
      return walletFacts(result.entry);
    case 'transaction':
      return transactionFacts(result.detail, memory, now);
    case 'pool':
      return poolFacts(result.row, memory);
    case 'table':
      return tableFacts(result.address, result.size, memory);
    case 'nothing':
      return result.message === '' ? null : noteOnly(result.message);
  }
}

export const lookupErrorMessage = (error: unknown): string =>
  MarketError.is(error) ? error.message : t('The service did not answer.');

export const noteOnly = (note: string): FactSheet => ({
  title: '',
  kindLabel: '',
  facts: [],
  warnings: [],
  note,
});

const tableFacts = (address: string, size: number, memory: RecentResponses): FactSheet => ({
  title: addressName(address, memory) ?? shortAddress(address),
  kindLabel: formatKind('lookup-table'),
  facts: [[t('Size'), t('{0} of 256 addresses', formatCount(size))]],
  warnings: [],
});

const mintLabel = (mint: string, symbol: string, memory: RecentResponses): string =>
  addressName(mint, memory) ?? (truncatedText(symbol) || shortAddress(mint));

function poolFacts(row: PoolRow, memory: RecentResponses): FactSheet {
  const mintA = mintLabel(row.mintA, row.symbolA, memory);
  const amm = addressName(row.program, memory) ?? shortAddress(row.program);
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

/** Members that the embedded engine adds to a token read from the chain. */
interface ChainMembers {
  readonly supply?: unknown;
  readonly transfer_fee?: { readonly basis_points?: unknown };
}

function tokenFacts(mint: string, info: TokenInfo): FactSheet {
  const { mint: minter, freeze: freezer, update, close } = info.authorities;
  const { supply, transfer_fee: fee } = info as TokenInfo & ChainMembers;
  const name = truncatedText(info.name);
  const symbol = truncatedText(info.symbol);
  return {
    title: symbol || name || shortAddress(mint),
    kindLabel: t('token mint'),
    facts: [
      [t('Name'), name || t('none')],
      [t('Symbol'), symbol || t('none')],
      [t('Decimals'), formatCount(info.decimals)],
      [t('Token program'), truncatedText(info.program)],
      ...(typeof supply === 'bigint'
        ? [[t('Supply'), formatWholeTokens(supply, info.decimals)] as const]
        : []),
      [t('Mint authority'), minter ?? t('none')],
      [t('Freeze authority'), freezer ?? t('none')],
      [t('Update authority'), update ?? t('none')],
      ...(close === null ? [] : [[t('Close authority'), close] as const]),
    ],
    warnings: [
      ...(minter === null ? [] : [t('Somebody can mint more of it: it has a mint authority.')]),
      ...(freezer === null ? [] : [t('Accounts can be frozen: it has a freeze authority.')]),
      ...(typeof fee?.basis_points === 'number' && fee.basis_points > 0
        ? [t('Every transfer costs {0} % of the amount.', fee.basis_points / 100)]
        : []),
      ...symbolWarnings(mint, info.symbol),
    ],
  };
}

const formatWholeTokens = (raw: bigint, decimals: number): string =>
  formatCount(raw / 10n ** BigInt(Math.min(30, Math.max(0, decimals))));

const formatSol = (value: number): string =>
  Number.isFinite(value) ? `${Number(value.toFixed(6))} SOL` : t('unknown');

function walletFacts({ gains, volume, transactions }: WalletTotals): FactSheet {
  const { success, fail, total } = transactions;
  const rate = Math.round((success / total) * 100);
  const counts = [formatCount(success), formatCount(fail)] as const;
  return {
    title: '',
    kindLabel: t('wallet'),
    facts: [
      [t('Net gains'), `${formatUsd(gains.USD.total)} (${formatSol(gains.SOL.total)})`],
      [t('Lost by failures'), `${formatUsd(gains.USD.fail)} (${formatSol(gains.SOL.fail)})`],
      [t('Volume'), `${formatUsd(volume.USD.total)} (${formatSol(volume.SOL.total)})`],
      [
        t('Transactions'),
        total === 0
          ? t('{0} succeeded, {1} failed', ...counts)
          : t('{0} succeeded, {1} failed ({2} % succeeded)', ...counts, rate),
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
  return {
    title: detail.isSuccess ? t('Succeeded') : t('Failed'),
    kindLabel: truncatedText(detail.type),
    facts: [
      [t('Net gains'), `${formatUsd(detail.net_gains_usd)} (${formatSol(detail.net_gains_sol)})`],
      [t('Route'), formatRoute(detail, memory)],
      [t('Tips'), tips.length === 0 ? t('none') : tips.join(', ')],
      [t('Fee'), formatLamports(detail.fees)],
      [t('Wallet'), detail.wallet],
      [t('Slot'), formatCount(detail.block_number)],
      ...(Number.isNaN(at) ? [] : [[t('Age'), formatTimeAgo(at, now)] as const]),
    ],
    warnings: [],
  };
}

/** A tip in SOL unless it says otherwise. */
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
    return `${mint}${amm === null ? '' : ` (${amm})`}`;
  });
  const more = steps.length > maxRouteSteps ? [t('… {0} more', steps.length - maxRouteSteps)] : [];
  const start = mintLabel(first.input_mint, first.input_mint_info.symbol, memory);
  return [start, ...parts, ...more].join(' → ');
}
