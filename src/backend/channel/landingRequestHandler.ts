import { createHmac } from 'node:crypto';
import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { LandingChain } from '../../engine/landing/landingChain.ts';
import { getSandboxChain } from '../../engine/landing/openSandboxChain.ts';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { maxTransactions } from '../../solana/landing/parseTransactions.ts';
import type { ConnectionRegistry } from '../connections/connectionRegistry.ts';
import {
  canonicalJson,
  originOf,
  parseConnectionSettings,
} from '../connections/connectionSettings.ts';
import { networkOptions } from '../connections/networkOptions.ts';
import type { LandingService } from '../landing/landingService.ts';
import type { LandingTarget } from '../landing/landingTarget.ts';
import type { ConnectionSettings, NodeSettings } from '../protocol/connectionProtocol.ts';
import type {
  AirdropResponse,
  LandingEntry,
  LandRequest,
  LatestBlockhashResponse,
  landingMethods,
  PrepareLandingResponse,
} from '../protocol/landingProtocol.ts';
import {
  invalidRequestError,
  type JsonObject,
  readBoolean,
  readObject,
  readOptional,
  readString,
  readStrings,
} from '../requestFields.ts';
import type { WindowConnection, WindowRequest } from './windowConnection.ts';

export type LandingMethod = Exclude<keyof typeof landingMethods, 'landing'>;

export interface LandingRequestHandlerOptions {
  readonly connections: ConnectionRegistry;
  readonly service: LandingService;
  /** Names connections over restarts without telling their settings. */
  readonly secret: string;
}

/** Longer than the longest transaction in Base64. */
const maxTransactionCharacters = 8_192;
const maxOptionsCharacters = 4_096;
const maxWallets = 1_000;
const maxAuxiliaryNodes = 4;
const maxAirdropLamports = 2n ** 63n;

/** What windows ask about landing: read here, done by the landing service. */
export class LandingRequestHandler {
  readonly #connections: ConnectionRegistry;
  readonly #service: LandingService;
  readonly #secret: string;
  /** By their settings. */
  readonly #auxiliaryNodes = new Map<string, RpcSource>();

  constructor({ connections, service, secret }: LandingRequestHandlerOptions) {
    this.#connections = connections;
    this.#service = service;
    this.#secret = secret;
  }

  /** What was sent through the connection before is followed again from now on. */
  connectionOpened(window: WindowConnection, connectionId: string): void {
    const settings = this.#connections.settings(window, connectionId);
    if (!this.#service.hasUnsettled(this.#targetId(settings))) return;
    const signal = new AbortController().signal;
    this.#target(window, connectionId, signal).then(
      (place) => this.#service.track(place),
      // A connection that does not open says so by itself.
      () => undefined,
    );
  }

  /** Throws a MarketError, or an UnknownConnectionError. */
  async handle(method: LandingMethod, request: WindowRequest): Promise<unknown> {
    const members = readObject(request.parameters ?? {}, 'the request');
    switch (method) {
      case 'landings':
        this.#trackWithAuxiliaryNode(request, members);
        return this.#service.entries();
      case 'forgetLandings':
        this.#service.forget(readOptional(members, 'ids', readStrings));
        return null;
      case 'prepareLanding':
        return await this.#prepare(request, members);
      case 'land':
        return await this.#land(request, members);
      case 'latestBlockhash':
        return await this.#latestBlockhash(request, members);
      case 'airdrop':
        return await this.#airdrop(request, members);
    }
  }

  async #prepare(request: WindowRequest, members: JsonObject): Promise<PrepareLandingResponse> {
    const transactions = readStrings(members, 'transactions').map(parseTransaction);
    if (transactions.length === 0 || transactions.length > maxTransactions) {
      throw invalidRequestError('transactions');
    }
    const wallets = readOptional(members, 'wallets', readStrings);
    if ((wallets?.length ?? 0) > maxWallets) throw invalidRequestError('wallets');
    const expectedCluster = readOptional(members, 'expectedCluster', readString);
    const place = await this.#targetWithAuxiliaryNode(request, members);
    return await this.#service.prepare(
      place,
      {
        connectionId: readString(members, 'connectionId'),
        transactions: [],
        frontRunningProtection: readBoolean(members, 'frontRunningProtection'),
        ...(wallets === undefined ? {} : { wallets }),
        ...(expectedCluster === undefined ? {} : { expectedCluster }),
      },
      transactions,
      request.signal,
    );
  }

  /** Goes on when the window goes: what was begun is finished and written down. */
  async #land(request: WindowRequest, members: JsonObject): Promise<LandingEntry> {
    const options = readOptional(members, 'options', parseOptions);
    const land: LandRequest = {
      connectionId: readString(members, 'connectionId'),
      checkId: readString(members, 'checkId'),
      sha256: readString(members, 'sha256'),
      frontRunningProtection: readBoolean(members, 'frontRunningProtection'),
      isRepeat: readOptional(members, 'isRepeat', readBoolean) ?? false,
      ...(options === undefined ? {} : { options }),
    };
    const place = await this.#targetWithAuxiliaryNode(request, members);
    request.signal.throwIfAborted();
    return await this.#service.land(place, land);
  }

  async #latestBlockhash(
    request: WindowRequest,
    members: JsonObject,
  ): Promise<LatestBlockhashResponse> {
    const { connection } = await this.#requestTarget(request, members);
    if (!connection.landing) {
      throw new MarketError(
        'plan-lacks-operation',
        t('A service tells no blockhash: use a Node or Sandbox connection.'),
      );
    }
    const { blockhash, lastValidBlockHeight } = await connection.landing.latestBlockhash(
      request.signal,
    );
    return { blockhash, lastValidBlockHeight };
  }

  async #airdrop(request: WindowRequest, members: JsonObject): Promise<AirdropResponse> {
    const address = readString(members, 'address');
    const lamports = members['lamports'];
    if (decodeBase58(address)?.length !== 32) throw invalidRequestError('the address');
    if (typeof lamports !== 'bigint' || lamports > maxAirdropLamports) {
      throw invalidRequestError('the lamports');
    }
    const { connection } = await this.#requestTarget(request, members);
    // A Sandbox without a virtual machine says what it lacks.
    const chain = await getSandboxChain(connection.landing ?? null);
    if (chain === null) {
      throw new MarketError('plan-lacks-operation', t('Only a Sandbox gives lamports away.'));
    }
    chain.airdrop(address, lamports);
    return { lamports: chain.account(address)?.lamports ?? 0n };
  }

  /** Beside a service, the user's own node where the window has named one. */
  async #targetWithAuxiliaryNode(
    request: WindowRequest,
    members: JsonObject,
  ): Promise<LandingTarget> {
    const place = await this.#requestTarget(request, members);
    if (place.kind !== 'service' || members['node'] === undefined) return place;
    const settings = parseConnectionSettings(members['node']);
    if (settings.kind !== 'node') throw invalidRequestError('the node');
    return { ...place, auxiliaryChain: this.#auxiliaryChain(settings) };
  }

  /** A window that has a node beside its service has what is still open followed by that as well. */
  #trackWithAuxiliaryNode(request: WindowRequest, members: JsonObject): void {
    const id = members['connectionId'];
    if (members['node'] === undefined || typeof id !== 'string') return;
    if (!this.#connections.isUsedBy(request.window, id)) return;
    if (!this.#service.hasUnsettled(this.#targetId(this.#connections.settings(request.window, id))))
      return;
    const { signal } = new AbortController();
    this.#targetWithAuxiliaryNode({ ...request, signal }, members).then(
      (place) => this.#service.track(place),
      () => undefined,
    );
  }

  /** It follows nothing: a node that is only asked now and then. */
  #auxiliaryChain(settings: NodeSettings): LandingChain {
    const name = canonicalJson(settings);
    const known = this.#auxiliaryNodes.get(name);
    if (known !== undefined) return known.landing;
    const { rpcUrl: url } = settings;
    const source = new RpcSource({ url, network: networkOptions(settings) });
    this.#auxiliaryNodes.set(name, source);
    for (const [oldest, unused] of this.#auxiliaryNodes) {
      if (this.#auxiliaryNodes.size <= maxAuxiliaryNodes) break;
      this.#auxiliaryNodes.delete(oldest);
      void unused.close();
    }
    return source.landing;
  }

  /** Ends what nodes were asked. */
  async close(): Promise<void> {
    const helpers = [...this.#auxiliaryNodes.values()];
    this.#auxiliaryNodes.clear();
    await Promise.allSettled(helpers.map((source) => source.close()));
  }

  #requestTarget({ window, signal }: WindowRequest, members: JsonObject): Promise<LandingTarget> {
    return this.#target(window, readString(members, 'connectionId'), signal);
  }

  async #target(window: WindowConnection, id: string, signal: AbortSignal): Promise<LandingTarget> {
    const settings = this.#connections.settings(window, id);
    const connection = await this.#connections.whenReady(window, id, signal);
    return {
      id: this.#targetId(settings),
      settingsId: this.#hash(canonicalJson(settings)),
      kind: settings.kind,
      host: hostOf(settings),
      connection,
    };
  }

  #targetId(settings: ConnectionSettings): string {
    return this.#hash(JSON.stringify(destinationKey(settings)));
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 32);
  }
}

/** Where transactions go; keys and the way through the network may change meanwhile. */
function destinationKey(settings: ConnectionSettings): readonly unknown[] {
  switch (settings.kind) {
    case 'sandbox':
      return ['sandbox', settings.seed ?? null];
    case 'node':
      return ['node', settings.rpcUrl.trim()];
    case 'service':
      return ['service', settings.baseUrl.trim(), settings.landingUrl?.trim() ?? null];
  }
}

function hostOf(settings: ConnectionSettings): string {
  if (settings.kind === 'sandbox') return t('the Sandbox');
  if (settings.kind === 'node') return originOf(settings);
  return new URL(settings.landingUrl ?? settings.baseUrl).host;
}

function parseTransaction(text: string): Uint8Array {
  if (text.length > maxTransactionCharacters || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw invalidRequestError('a transaction');
  }
  return Uint8Array.from(Buffer.from(text, 'base64'));
}

function parseOptions(members: JsonObject, name: string): Readonly<Record<string, unknown>> {
  const options = readObject(members[name], 'the options');
  if (JSON.stringify(options).length > maxOptionsCharacters)
    throw invalidRequestError('the options');
  return options;
}
