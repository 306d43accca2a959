import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type {
  AirdropResponse,
  AuxiliaryNode,
  LandingEntry,
  LandingPlan,
  LandResponse,
  LatestBlockhashResponse,
} from '../../backend/protocol/landingProtocol.ts';
import type { GainLimits } from '../../solana/landing/checkFacts.ts';
import type { Finding } from '../../solana/landing/transactionReport.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ChannelMethod } from '../backend/backendClient.ts';
import type { ConnectionStore } from '../backend/connectionStore.ts';

export type LandingConnection = Pick<ActiveConnection, 'request' | 'current' | 'settingsOf'>;

/** User setting: the cluster that transactions are meant for. */
export type ExpectedCluster = 'automatic' | 'mainnet-beta' | 'devnet' | 'testnet' | 'any';

export interface LandingClientOptions {
  readonly active: LandingConnection;
  readonly store: Pick<ConnectionStore, 'all'>;
  /** Wallets of the user; if empty, payers are not compared with them. */
  readonly wallets: () => Promise<readonly string[]>;
  readonly cluster: () => ExpectedCluster;
  /** Additional members of the request's options. */
  readonly options: () => Readonly<Record<string, unknown>>;
  readonly gainLimits: () => GainLimits;
}

/** Cluster that a node must be on: mainnet for a service; null (any) for a Node connection. */
export function resolveExpectedCluster(
  kind: LandingPlan['kind'],
  setting: ExpectedCluster,
): string | null {
  if (kind === 'sandbox') return 'sandbox';
  if (setting === 'any') return null;
  if (setting !== 'automatic') return setting;
  return kind === 'service' ? 'mainnet-beta' : null;
}

/** Throws MarketErrors. */
export class LandingClient {
  readonly #options: LandingClientOptions;
  /** Connection and settings that each plan was made with. */
  readonly #plannedWith = new WeakMap<LandingPlan, string>();

  constructor(options: LandingClientOptions) {
    this.#options = options;
  }

  /** Throws if the response is about other bytes or another kind of network. */
  async prepare(
    transactions: readonly Uint8Array[],
    frontRunningProtection: boolean,
    replaced: LandingPlan | null = null,
  ): Promise<LandingPlan> {
    const { active, cluster, options, gainLimits } = this.#options;
    const { kind } = active.current;
    const plannedWith = this.#currentSettings();
    const wallets = await this.#options.wallets();
    const expectedCluster = resolveExpectedCluster(kind, cluster());
    const plan = await this.#request<LandingPlan>('prepareLanding', {
      transactions: transactions.map((bytes) => Buffer.from(bytes).toString('base64')),
      frontRunningProtection,
      options: options(),
      gainLimits: gainLimits(),
      ...(replaced === null ? {} : { replaces: replaced.id }),
      ...(await this.#node()),
      ...(wallets.length === 0 ? {} : { wallets }),
      ...(expectedCluster === null ? {} : { expectedCluster }),
    });
    if (isPlanFor(plan, { transactions, kind, frontRunningProtection })) {
      this.#plannedWith.set(plan, plannedWith);
      return plan;
    }
    throw new MarketError(
      'unreadable-answer',
      t('Nothing was sent: the backend checked another transaction or network.'),
    );
  }

  isCurrent(plan: LandingPlan): boolean {
    return this.#plannedWith.get(plan) === this.#currentSettings();
  }

  /** Findings that have come up since the plan was made: its simulation ages. */
  async checkPlan({ id }: LandingPlan): Promise<readonly Finding[]> {
    return await this.#request('checkLandingPlan', { planId: id });
  }

  /** Sends the plan once, through the connection that it was made for. */
  async land({ id }: LandingPlan): Promise<LandResponse> {
    return await this.#request('land', { planId: id });
  }

  #currentSettings(): string {
    const { active, cluster, options, gainLimits } = this.#options;
    return JSON.stringify([active.current, cluster(), options(), gainLimits()]);
  }

  /** The user's first Node connection, for a service, which reports nothing about the chain. */
  async #node(): Promise<{ readonly node?: AuxiliaryNode }> {
    const { active, store } = this.#options;
    const node = store.all.find(({ kind }) => kind === 'node');
    if (active.current.kind !== 'service' || node === undefined) return {};
    try {
      const settings = await active.settingsOf(node);
      if (settings.kind !== 'node') return {};
      const { blockEngineUrl: _1, commitment: _2, backfillHours: _3, ...rest } = settings;
      const { geyserUrl: _4, geyserToken: _5, keepTotalsDays: _6, ...auxiliary } = rest;
      return { node: auxiliary };
    } catch {
      // Its secret is missing: the preview works without the node and says so.
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

  /** Not validated: the handshake has verified that the process is ours. */
  async #request<Response>(method: ChannelMethod, request: object): Promise<Response> {
    return (await this.#options.active.request(method, request)) as Response;
  }
}

interface RequestedPlan extends Pick<LandingPlan, 'kind' | 'frontRunningProtection'> {
  readonly transactions: readonly Uint8Array[];
}

const isPlanFor = (
  plan: LandingPlan,
  { transactions, kind, frontRunningProtection }: RequestedPlan,
): boolean =>
  plan.reports.length === transactions.length &&
  plan.reports.every(
    ({ version, sha256 }, at) => version === null || sha256 === sha256Hex(transactions[at]),
  ) &&
  plan.kind === kind &&
  plan.frontRunningProtection === frontRunningProtection;

const sha256Hex = (bytes: Uint8Array = new Uint8Array()): string =>
  createHash('sha256').update(bytes).digest('hex');
