import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type {
  AirdropResponse,
  AuxiliaryNode,
  LandingEntry,
  LandRequest,
  LatestBlockhashResponse,
  PrepareLandingResponse,
} from '../../backend/protocol/landingProtocol.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';

/** What of the active connection landing needs. */
export type LandingConnection = Pick<ActiveConnection, 'request' | 'current' | 'settingsOf'>;

/** What the user's setting says of the chain that transactions are meant for. */
export type ExpectedCluster = 'automatic' | 'mainnet-beta' | 'devnet' | 'testnet' | 'any';

export interface LandingClientOptions {
  readonly active: LandingConnection;
  readonly store: Pick<ConnectionStore, 'all'>;
  /** The user's own; none: payers are not compared with them. */
  readonly wallets: () => Promise<readonly string[]>;
  readonly cluster: () => ExpectedCluster;
}

/**
 * The chain that a node has to be of. A Node connection lands on whatever chain its node is of,
 * which the preview and the question name; a service lands on mainnet. Null: any chain will do.
 */
export function resolveExpectedCluster(
  kind: PrepareLandingResponse['kind'],
  setting: ExpectedCluster,
): string | null {
  if (kind === 'sandbox') return 'sandbox';
  if (setting === 'any') return null;
  if (setting !== 'automatic') return setting;
  return kind === 'service' ? 'mainnet-beta' : null;
}

/** The backend's part of landing, over the active connection. Failures are MarketErrors. */
export class LandingClient {
  readonly #active: LandingConnection;
  readonly #store: Pick<ConnectionStore, 'all'>;
  readonly #wallets: () => Promise<readonly string[]>;
  readonly #cluster: () => ExpectedCluster;

  constructor({ active, store, wallets, cluster }: LandingClientOptions) {
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
  ): Promise<PrepareLandingResponse> {
    const { kind } = this.#active.current;
    const wallets = await this.#wallets();
    const expectedCluster = resolveExpectedCluster(kind, this.#cluster());
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
    )) as PrepareLandingResponse;
    const isSame =
      answer.transactions.length === transactions.length &&
      answer.transactions.every(
        ({ report }, at) =>
          report.version === null || report.sha256 === sha256Hex(transactions[at]),
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
  async #node(): Promise<{ readonly node?: AuxiliaryNode }> {
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

  async clearSettled(): Promise<void> {
    await this.#active.request('forgetLandings', {});
  }

  async latestBlockhash(): Promise<string> {
    const answer = (await this.#active.request('latestBlockhash', {})) as LatestBlockhashResponse;
    return answer.blockhash;
  }

  async airdrop(address: string, lamports: bigint): Promise<bigint> {
    const answer = (await this.#active.request('airdrop', {
      address,
      lamports,
    })) as AirdropResponse;
    return answer.lamports;
  }
}

const sha256Hex = (bytes: Uint8Array = new Uint8Array()): string =>
  createHash('sha256').update(bytes).digest('hex');
