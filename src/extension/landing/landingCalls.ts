import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
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

/** What the user's setting says of the chain that transactions are meant for. */
export type ExpectedCluster = 'automatic' | 'mainnet-beta' | 'devnet' | 'testnet' | 'any';

export interface LandingCallsOptions {
  readonly active: LandingActive;
  readonly store: Pick<ConnectionStore, 'all'>;
  /** The user's own; none: payers are not compared with them. */
  readonly wallets: () => Promise<readonly string[]>;
  readonly cluster: () => ExpectedCluster;
}

/**
 * The chain that a node has to be of. A Node connection lands on whatever chain its node is of,
 * which the preview and the question name; a service lands on mainnet. Null: any chain will do.
 */
export function expectedClusterOf(
  kind: PrepareLandingAnswer['kind'],
  setting: ExpectedCluster,
): string | null {
  if (kind === 'sandbox') return 'sandbox';
  if (setting === 'any') return null;
  if (setting !== 'automatic') return setting;
  return kind === 'service' ? 'mainnet-beta' : null;
}

/** The market process's part of landing, over the connection in use. Failures are MarketErrors. */
export class LandingCalls {
  readonly #active: LandingActive;
  readonly #store: Pick<ConnectionStore, 'all'>;
  readonly #wallets: () => Promise<readonly string[]>;
  readonly #cluster: () => ExpectedCluster;

  constructor({ active, store, wallets, cluster }: LandingCallsOptions) {
    this.#active = active;
    this.#store = store;
    this.#wallets = wallets;
    this.#cluster = cluster;
  }

  /** Refuses an answer that is about other bytes than these, or about another kind of network. */
  async prepare(
    transactions: readonly Uint8Array[],
    frontRunningProtection: boolean,
    signal?: AbortSignal,
  ): Promise<PrepareLandingAnswer> {
    const { kind } = this.#active.current;
    const wallets = await this.#wallets();
    const expectedCluster = expectedClusterOf(kind, this.#cluster());
    const answer = (await this.#active.request(
      'prepareLanding',
      {
        transactions: transactions.map((bytes) => Buffer.from(bytes).toString('base64')),
        frontRunningProtection,
        ...(await this.#node()),
        ...(wallets.length === 0 ? {} : { wallets }),
        ...(expectedCluster === null ? {} : { expectedCluster }),
      },
      { signal },
    )) as PrepareLandingAnswer;
    const isSame =
      answer.transactions.length === transactions.length &&
      answer.transactions.every(
        ({ report }, at) => report.version === null || report.sha256 === digest(transactions[at]),
      );
    if (isSame && answer.kind === kind) return answer;
    throw new MarketError(
      'unreadable-answer',
      t('The checks are of another transaction or network than yours. Nothing was sent.'),
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
      if (settings.kind !== 'node') return {};
      const { kind, rpcUrl, proxy, certificates, systemCertificates } = settings;
      return {
        node: {
          kind,
          rpcUrl,
          ...(proxy === undefined ? {} : { proxy }),
          ...(certificates === undefined ? {} : { certificates }),
          ...(systemCertificates === undefined ? {} : { systemCertificates }),
        },
      };
    } catch {
      // Without its secret the preview does without it, and says so.
      return {};
    }
  }

  async entries(): Promise<readonly LandingEntry[]> {
    const members = await this.#node();
    return (await this.#active.request('landings', members)) as readonly LandingEntry[];
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
