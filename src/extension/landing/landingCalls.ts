import { createHash } from 'node:crypto';
import { MarketError } from '../../interface/marketError.ts';
import type {
  AirdropAnswer,
  HelpingNode,
  LandingEntry,
  LandRequest,
  LatestBlockhashAnswer,
  PrepareLandingAnswer,
} from '../../market/landingProtocol.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { ConnectionStore } from '../connection/connectionStore.ts';

/** What of the connection in use landing needs. */
export type LandingActive = Pick<ActiveConnection, 'request' | 'current' | 'settingsOf'>;

/** The market process's part of landing, over the connection in use. Failures are MarketErrors. */
export class LandingCalls {
  readonly #active: LandingActive;
  readonly #store: Pick<ConnectionStore, 'all'>;

  constructor(active: LandingActive, store: Pick<ConnectionStore, 'all'>) {
    this.#active = active;
    this.#store = store;
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
        ...(await this.#node()),
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

  async land(request: Omit<LandRequest, 'connectionId' | 'node'>): Promise<LandingEntry> {
    const whole = { ...request, ...(await this.#node()) };
    return (await this.#active.request('land', whole)) as LandingEntry;
  }

  /** A service tells nothing of the chain: a node that the user has set up does. */
  async #node(): Promise<{ readonly node?: HelpingNode }> {
    if (this.#active.current.kind !== 'service') return {};
    const node = this.#store.all.find(({ kind }) => kind === 'node');
    if (node === undefined) return {};
    try {
      const settings = await this.#active.settingsOf(node);
      return settings.kind === 'node' ? { node: { kind: 'node', rpcUrl: settings.rpcUrl } } : {};
    } catch {
      // Without its secret the preview does without it, and says so.
      return {};
    }
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
