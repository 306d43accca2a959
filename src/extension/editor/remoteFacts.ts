import { t } from '@vscode/l10n';
import { count, lamports, lamportsAsSol, timeAgo, usd } from '../../interface/figures.ts';
import { MarketError } from '../../interface/marketError.ts';
import type { TokenInfo } from '../../interface/tokenInfo.ts';
import type { TransactionDetail } from '../../interface/transaction.ts';
import type { WalletOverviewEntry } from '../../interface/walletOverview.ts';
import type { PoolRow } from '../../market/poolProtocol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { WindowService } from '../connection/channelService.ts';
import { tipWords } from '../tipWords.ts';
import { askable } from './askable.ts';
import { type Facts, shownText } from './facts.ts';
import { isWalletLike, localKind, localName, symbolWarnings, whatOf } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';
import { SharedAnswers } from './sharedAnswers.ts';

export interface RemoteFactsOptions {
  readonly service: Pick<WindowService, 'tokenInfo' | 'walletOverview' | 'transaction'>;
  readonly memory: MarketMemory;
  /** The pool of an address in the market process's own table; `null`: it holds none. */
  readonly pool: (address: string, signal: AbortSignal) => Promise<PoolRow | null>;
  /** How many addresses a lookup table holds; `null`: it is none, or nobody can tell. */
  readonly table: (address: string, signal: AbortSignal) => Promise<number | null>;
}

/** What the service told of an address or a signature. */
export type RemoteAnswer =
  | { readonly kind: 'token'; readonly mint: string; readonly info: TokenInfo }
  | { readonly kind: 'wallet'; readonly entry: WalletOverviewEntry }
  | { readonly kind: 'transaction'; readonly detail: TransactionDetail }
  | { readonly kind: 'pool'; readonly row: PoolRow }
  | { readonly kind: 'table'; readonly address: string; readonly size: number }
  /** The service knows nothing of it, or nothing is to be asked. */
  | { readonly kind: 'nothing'; readonly words: string };

const minuteMilliseconds = 60_000;
/** What somebody asks for by a command comes before what a pointer rests on. */
const priority = 'background';

/** What the service knows of addresses and signatures: cached, shared and cancellable. */
export class RemoteFacts {
  readonly #options: RemoteFactsOptions;
  readonly #answers: SharedAnswers<RemoteAnswer>;

  constructor(options: RemoteFactsOptions) {
    this.#options = options;
    this.#answers = new SharedAnswers({
      ask: (text, signal) => this.#ask(text, signal),
      // A wallet's figures may be asked for once a minute only; they do not age quickly.
      freshMilliseconds: 5 * minuteMilliseconds,
      failedMilliseconds: minuteMilliseconds / 4,
      mostKept: 500,
    });
  }

  /** Another service answers from now on. */
  clear(): void {
    this.#answers.clear();
  }

  /** What has been answered already. */
  peek(text: string): RemoteAnswer | null {
    return this.#answers.peek(text);
  }

  /** Asks, unless it is known. Rejects with a MarketError. */
  get(text: string, signal: AbortSignal): Promise<RemoteAnswer> {
    return this.#answers.get(text, signal);
  }

  async #ask(text: string, signal: AbortSignal): Promise<RemoteAnswer> {
    const subject = askable(text);
    if (subject === null) return nothing(t('Neither an address nor a signature.'));
    const { service, memory } = this.#options;
    if (subject.kind === 'signature') {
      const detail = await orNull(service.transaction({ signature: subject.text }, { signal }));
      return detail === null
        ? nothing(t('The index holds no arbitrage transaction of this signature.'))
        : { kind: 'transaction', detail };
    }
    const address = subject.text;
    const kind = localKind(address, memory);
    if (kind === 'pool' || kind === 'unknown') {
      // It costs nothing: the table is on this machine.
      const row = await this.#options.pool(address, signal).catch(() => null);
      if (row !== null) return { kind: 'pool', row };
    }
    if (kind === 'mint' || kind === 'unknown') {
      const info = await orNull(service.tokenInfo({ token: address }, { signal }));
      if (info !== null) return { kind: 'token', mint: address, info };
    }
    // A lookup table is an address of its program, which has no secret key.
    if (kind === 'lookup-table' || (kind === 'unknown' && !isWalletLike(address))) {
      const size = await this.#options.table(address, signal).catch(() => null);
      if (size !== null) return { kind: 'table', address, size };
      if (kind === 'lookup-table') return nothing(noTableSize);
    }
    if (kind !== 'unknown' && kind !== 'wallet') return nothing('');
    if (!isWalletLike(address)) return nothing(t('The service knows no token of this address.'));
    const entry = (await service.walletOverview({ wallets: [address] }, { signal, priority }))[
      address
    ];
    return entry === undefined || entry.transactions.total === 0
      ? nothing(t('No arbitrage of a wallet of this address in the last 24 hours.'))
      : { kind: 'wallet', entry };
  }
}

/** No operation of a service tells it, and a recording holds no accounts. */
const noTableSize = t(
  'How many addresses it holds is not told by this connection; a Node connection reads it from the chain.',
);

const nothing = (words: string): RemoteAnswer => ({ kind: 'nothing', words });

async function orNull<Value>(question: Promise<Value>): Promise<Value | null> {
  try {
    return await question;
  } catch (error) {
    if (MarketError.is(error, 'not-found')) return null;
    throw error;
  }
}

/** An answer in words; `null` where there is nothing to add to what is shown already. */
export function remoteFacts(
  answer: RemoteAnswer,
  memory: MarketMemory,
  now = Date.now(),
): Facts | null {
  switch (answer.kind) {
    case 'token':
      return tokenFacts(answer.mint, answer.info);
    case 'wallet':
      return walletFacts(answer.entry);
    case 'transaction':
      return transactionFacts(answer.detail, memory, now);
    case 'pool':
      return poolFacts(answer.row, memory);
    case 'table':
      return tableFacts(answer.address, answer.size, memory);
    case 'nothing':
      return answer.words === '' ? null : bare(answer.words);
  }
}

export const bare = (note: string): Facts => ({
  title: '',
  what: '',
  facts: [],
  warnings: [],
  note,
});

const tableFacts = (address: string, size: number, memory: MarketMemory): Facts => ({
  title: localName(address, memory) ?? shortAddress(address),
  what: whatOf('lookup-table'),
  facts: [[t('Size'), t('{0} of 256 addresses', count(size))]],
  warnings: [],
});

function poolFacts(row: PoolRow, memory: MarketMemory): Facts {
  const mintName = (mint: string, symbol: string) =>
    localName(mint, memory) ?? (shownText(symbol) || shortAddress(mint));
  const pair = `${mintName(row.mintA, row.symbolA)} / ${mintName(row.mintB, row.symbolB)}`;
  const amm = localName(row.program, memory) ?? shortAddress(row.program);
  return {
    title: pair,
    what: t('pool of {0}', amm),
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

function tokenFacts(mint: string, info: TokenInfo): Facts {
  const { mint: minter, freeze: freezer, update, close } = info.authorities;
  const { supply, transfer_fee: fee } = info as TokenInfo & ChainMembers;
  const name = shownText(info.name);
  const symbol = shownText(info.symbol);
  return {
    title: symbol || name || shortAddress(mint),
    what: t('token mint'),
    facts: [
      [t('Name'), name || t('none')],
      [t('Symbol'), symbol || t('none')],
      [t('Decimals'), count(info.decimals)],
      [t('Token program'), shownText(info.program)],
      ...(typeof supply === 'bigint' ? [[t('Supply'), whole(supply, info.decimals)] as const] : []),
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

const whole = (raw: bigint, decimals: number): string =>
  count(raw / 10n ** BigInt(Math.min(30, Math.max(0, decimals))));

const sol = (value: number): string =>
  Number.isFinite(value) ? `${Number(value.toFixed(6))} SOL` : t('unknown');

function walletFacts({ gains, volume, transactions }: WalletOverviewEntry): Facts {
  const { success, fail, total } = transactions;
  const rate = Math.round((success / total) * 100);
  return {
    title: '',
    what: t('wallet'),
    facts: [
      [t('Net gains'), `${usd(gains.USD.total)} (${sol(gains.SOL.total)})`],
      [t('Lost by failures'), `${usd(gains.USD.fail)} (${sol(gains.SOL.fail)})`],
      [t('Volume'), `${usd(volume.USD.total)} (${sol(volume.SOL.total)})`],
      [
        t('Transactions'),
        total === 0
          ? t('{0} succeeded, {1} failed', count(success), count(fail))
          : t('{0} succeeded, {1} failed ({2} % succeeded)', count(success), count(fail), rate),
      ],
      [t('Window'), t('last 24 h')],
    ],
    warnings: [],
  };
}

const longestRoute = 12;

function transactionFacts(detail: TransactionDetail, memory: MarketMemory, now: number): Facts {
  const at = Date.parse(detail.timestamp);
  const tips = detail.tips_details.map(({ amount, type, symbol }) =>
    tipWords(tipAmount(amount, symbol), shownText(type)),
  );
  return {
    title: detail.isSuccess ? t('Succeeded') : t('Failed'),
    what: shownText(detail.type),
    facts: [
      [t('Net gains'), `${usd(detail.net_gains_usd)} (${sol(detail.net_gains_sol)})`],
      [t('Route'), routeLine(detail, memory)],
      [t('Tips'), tips.length === 0 ? t('none') : tips.join(', ')],
      [t('Fee'), lamports(detail.fees)],
      [t('Wallet'), detail.wallet],
      [t('Slot'), count(detail.block_number)],
      ...(Number.isNaN(at) ? [] : [[t('Age'), timeAgo(at, now)] as const]),
    ],
    warnings: [],
  };
}

/** A tip in SOL unless it says otherwise. */
const tipAmount = (amount: bigint, symbol: string): string =>
  symbol === '' || symbol === 'SOL'
    ? lamportsAsSol(amount)
    : t('{0} units of {1}', count(amount), shownText(symbol));

/** `SOL → POPCAT (Raydium CLMM) → SOL (Meteora DLMM)`. */
function routeLine({ route_map_details: steps }: TransactionDetail, memory: MarketMemory): string {
  const [first] = steps;
  if (first === undefined) return t('none');
  const name = (mint: string, symbol: string) =>
    localName(mint, memory) ?? (shownText(symbol) || shortAddress(mint));
  const parts = steps.slice(0, longestRoute).map((step) => {
    const amm = step.amm === undefined ? null : localName(step.amm, memory);
    return `${name(step.output_mint, step.output_mint_info.symbol)}${amm === null ? '' : ` (${amm})`}`;
  });
  const more = steps.length > longestRoute ? [t('… {0} more', steps.length - longestRoute)] : [];
  return [name(first.input_mint, first.input_mint_info.symbol), ...parts, ...more].join(' → ');
}
