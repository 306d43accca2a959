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
import type { ChannelMethod } from '../backend/backendClient.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';

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

/** The chain that a node must be of: mainnet for a service; null (any) for a Node connection. */
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
  readonly #options: LandingClientOptions;

  constructor(options: LandingClientOptions) {
    this.#options = options;
  }

  /** Refuses an answer that is about other bytes than these, or about another kind of network. */
  async prepare(
    transactions: readonly Uint8Array[],
    frontRunningProtection: boolean,
  ): Promise<PrepareLandingResponse> {
    const { active, cluster } = this.#options;
    const { kind } = active.current;
    const wallets = await this.#options.wallets();
    const expectedCluster = resolveExpectedCluster(kind, cluster());
    const answer = await this.#request<PrepareLandingResponse>('prepareLanding', {
      transactions: transactions.map((bytes) => Buffer.from(bytes).toString('base64')),
      frontRunningProtection,
      ...(await this.#node()),
      ...(wallets.length === 0 ? {} : { wallets }),
      ...(expectedCluster === null ? {} : { expectedCluster }),
    });
    const isSame =
      answer.transactions.length === transactions.length &&
      answer.transactions.every(
        ({ report }, at) =>
          report.version === null || report.sha256 === sha256Hex(transactions[at]),
      );
    if (isSame && answer.kind === kind) return answer;
    throw new MarketError(
      'unreadable-answer',
      t('Nothing was sent: the backend checked another transaction or network.'),
    );
  }

  async land(request: Omit<LandRequest, 'connectionId' | 'node'>): Promise<LandingEntry> {
    return await this.#request('land', { ...request, ...(await this.#node()) });
  }

  /** A service tells nothing of the chain: a node that the user has set up does. */
  async #node(): Promise<{ readonly node?: AuxiliaryNode }> {
    const { active, store } = this.#options;
    const node = store.all.find(({ kind }) => kind === 'node');
    if (active.current.kind !== 'service' || node === undefined) return {};
    try {
      const settings = await active.settingsOf(node);
      if (settings.kind !== 'node') return {};
      const { blockEngineUrl: _1, commitment: _2, backfillHours: _3, ...auxiliary } = settings;
      return { node: auxiliary };
    } catch {
      // Without its secret the preview does without it, and says so.
      return {};
    }
  }

  async entries(): Promise<readonly LandingEntry[]> {
    return await this.#request('landings', await this.#node());
  }

  async clearSettled(): Promise<void> {
    await this.#request('forgetLandings', {});
  }

  async latestBlockhash(): Promise<string> {
    return (await this.#request<LatestBlockhashResponse>('latestBlockhash', {})).blockhash;
  }

  async airdrop(address: string, lamports: bigint): Promise<bigint> {
    return (await this.#request<AirdropResponse>('airdrop', { address, lamports })).lamports;
  }

  /** The handshake has shown that the process is ours: its responses are trusted. */
  async #request<Response>(method: ChannelMethod, request: object): Promise<Response> {
    return (await this.#options.active.request(method, request)) as Response;
  }
}

const sha256Hex = (bytes: Uint8Array = new Uint8Array()): string =>
  createHash('sha256').update(bytes).digest('hex');
