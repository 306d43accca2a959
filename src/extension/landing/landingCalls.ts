import { createHash } from 'node:crypto';
import { MarketError } from '../../interface/marketError.ts';
import type {
  AirdropAnswer,
  LandingEntry,
  LandRequest,
  LatestBlockhashAnswer,
  PrepareLandingAnswer,
} from '../../market/landingProtocol.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';

/** The market process's part of landing, over the connection in use. Failures are MarketErrors. */
export class LandingCalls {
  readonly #active: Pick<ActiveConnection, 'request'>;

  constructor(active: Pick<ActiveConnection, 'request'>) {
    this.#active = active;
  }

  /** Refuses an answer that is about other bytes than these. */
  async prepare(
    transactions: readonly Uint8Array[],
    frontRunningProtection: boolean,
    signal?: AbortSignal,
  ): Promise<PrepareLandingAnswer> {
    const answer = (await this.#active.request(
      'prepareLanding',
      {
        transactions: transactions.map((bytes) => Buffer.from(bytes).toString('base64')),
        frontRunningProtection,
      },
      { signal },
    )) as PrepareLandingAnswer;
    const isSame =
      answer.transactions.length === transactions.length &&
      answer.transactions.every(
        ({ report }, at) => report.version === null || report.sha256 === digest(transactions[at]),
      );
    if (isSame) return answer;
    throw new MarketError(
      'unreadable-answer',
      'The checks are of another transaction than yours. Nothing was sent.',
    );
  }

  async land(request: Omit<LandRequest, 'connectionId'>): Promise<LandingEntry> {
    return (await this.#active.request('land', request)) as LandingEntry;
  }

  async entries(): Promise<readonly LandingEntry[]> {
    return (await this.#active.request('landings', {})) as readonly LandingEntry[];
  }

  async forgetSettled(): Promise<void> {
    await this.#active.request('forgetLandings', {});
  }

  async latestBlockhash(): Promise<string> {
    const answer = (await this.#active.request('latestBlockhash', {})) as LatestBlockhashAnswer;
    return answer.blockhash;
  }

  async airdrop(address: string, lamports: bigint): Promise<bigint> {
    const answer = (await this.#active.request('airdrop', { address, lamports })) as AirdropAnswer;
    return answer.lamports;
  }
}

const digest = (bytes: Uint8Array = new Uint8Array()): string =>
  createHash('sha256').update(bytes).digest('hex');
