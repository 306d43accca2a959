import { createHmac } from 'node:crypto';
import { t } from '@vscode/l10n';
import type { LandingChain } from '../../engine/landing/landingChain.ts';
import { sandboxChainOf } from '../../engine/landing/openSandboxChain.ts';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import { MarketError } from '../../interface/marketError.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { transactionsAtOnce } from '../../solana/landing/readTransactions.ts';
import type { ConnectionSettings, NodeSettings } from '../connectionProtocol.ts';
import { canonicalText, originOf, readSettings } from '../connections/connectionSettings.ts';
import type { Connections } from '../connections/connections.ts';
import { nodeDispatcher } from '../connections/networkOptions.ts';
import {
  booleanOf,
  type Members,
  notUnderstood,
  objectOf,
  optional,
  textOf,
  textsOf,
} from '../connections/readRequest.ts';
import type { LandingDesk } from '../landing/landingDesk.ts';
import type { Place } from '../landing/place.ts';
import type {
  AirdropAnswer,
  LandingEntry,
  LandRequest,
  LatestBlockhashAnswer,
  landingMethods,
  PrepareLandingAnswer,
} from '../landingProtocol.ts';
import type { WindowConnection, WindowRequest } from './windowConnection.ts';

export type LandingMethod = Exclude<keyof typeof landingMethods, 'landing'>;

export interface LandingRequestsOptions {
  readonly connections: Connections;
  readonly desk: LandingDesk;
  /** Names connections over restarts without telling their settings. */
  readonly secret: string;
}

/** Longer than the longest transaction in Base64. */
const transactionTextMaximum = 8_192;
const optionsTextMaximum = 4_096;
const walletsMaximum = 1_000;
const helpersMaximum = 4;
const lamportsMaximum = 2n ** 63n;

/** What windows ask about landing: read here, done at the desk. */
export class LandingRequests {
  readonly #connections: Connections;
  readonly #desk: LandingDesk;
  readonly #secret: string;
  /** By their settings. */
  readonly #helpers = new Map<string, RpcSource>();

  constructor({ connections, desk, secret }: LandingRequestsOptions) {
    this.#connections = connections;
    this.#desk = desk;
    this.#secret = secret;
  }

  /** What was sent through the connection before is followed again from now on. */
  opened(window: WindowConnection, connectionId: string): void {
    const settings = this.#connections.settings(window, connectionId);
    if (!this.#desk.isAwaiting(this.#nameOf(settings))) return;
    const signal = new AbortController().signal;
    this.#place(window, connectionId, signal).then(
      (place) => this.#desk.follow(place),
      // A connection that does not open says so by itself.
      () => undefined,
    );
  }

  /** Throws a MarketError, or an UnknownConnectionError. */
  async answer(method: LandingMethod, request: WindowRequest): Promise<unknown> {
    const members = objectOf(request.parameters ?? {}, 'the request');
    switch (method) {
      case 'landings':
        this.#followBeside(request, members);
        return this.#desk.entries();
      case 'forgetLandings':
        this.#desk.forget(optional(members, 'ids', textsOf));
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

  async #prepare(request: WindowRequest, members: Members): Promise<PrepareLandingAnswer> {
    const transactions = textsOf(members, 'transactions').map(bytesOf);
    if (transactions.length === 0 || transactions.length > transactionsAtOnce) {
      throw notUnderstood('transactions');
    }
    const wallets = optional(members, 'wallets', textsOf);
    if ((wallets?.length ?? 0) > walletsMaximum) throw notUnderstood('wallets');
    const expectedCluster = optional(members, 'expectedCluster', textOf);
    const place = await this.#withHelper(request, members);
    return await this.#desk.prepare(
      place,
      {
        connectionId: textOf(members, 'connectionId'),
        transactions: [],
        frontRunningProtection: booleanOf(members, 'frontRunningProtection'),
        ...(wallets === undefined ? {} : { wallets }),
        ...(expectedCluster === undefined ? {} : { expectedCluster }),
      },
      transactions,
      request.signal,
    );
  }

  /** Goes on when the window goes: what was begun is finished and written down. */
  async #land(request: WindowRequest, members: Members): Promise<LandingEntry> {
    const options = optional(members, 'options', optionsOf);
    const land: LandRequest = {
      connectionId: textOf(members, 'connectionId'),
      checkId: textOf(members, 'checkId'),
      sha256: textOf(members, 'sha256'),
      frontRunningProtection: booleanOf(members, 'frontRunningProtection'),
      isRepeat: optional(members, 'isRepeat', booleanOf) ?? false,
      ...(options === undefined ? {} : { options }),
    };
    const place = await this.#withHelper(request, members);
    request.signal.throwIfAborted();
    return await this.#desk.land(place, land);
  }

  async #latestBlockhash(request: WindowRequest, members: Members): Promise<LatestBlockhashAnswer> {
    const { connection } = await this.#placeOf(request, members);
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

  async #airdrop(request: WindowRequest, members: Members): Promise<AirdropAnswer> {
    const address = textOf(members, 'address');
    const lamports = members['lamports'];
    if (decodeBase58(address)?.length !== 32) throw notUnderstood('the address');
    if (typeof lamports !== 'bigint' || lamports > lamportsMaximum) {
      throw notUnderstood('the lamports');
    }
    const { connection } = await this.#placeOf(request, members);
    // A Sandbox without a virtual machine says what it lacks.
    const chain = await sandboxChainOf(connection.landing ?? null);
    if (chain === null) {
      throw new MarketError('plan-lacks-operation', t('Only a Sandbox gives lamports away.'));
    }
    chain.airdrop(address, lamports);
    return { lamports: chain.account(address)?.lamports ?? 0n };
  }

  /** Beside a service, the user's own node where the window has named one. */
  async #withHelper(request: WindowRequest, members: Members): Promise<Place> {
    const place = await this.#placeOf(request, members);
    if (place.kind !== 'service' || members['node'] === undefined) return place;
    const settings = readSettings(members['node']);
    if (settings.kind !== 'node') throw notUnderstood('the node');
    return { ...place, helper: this.#helperOf(settings) };
  }

  /** A window that has a node beside its service has what is still open followed by that as well. */
  #followBeside(request: WindowRequest, members: Members): void {
    const id = members['connectionId'];
    if (members['node'] === undefined || typeof id !== 'string') return;
    if (!this.#connections.isHeldBy(request.window, id)) return;
    if (!this.#desk.isAwaiting(this.#nameOf(this.#connections.settings(request.window, id))))
      return;
    const { signal } = new AbortController();
    this.#withHelper({ ...request, signal }, members).then(
      (place) => this.#desk.follow(place),
      () => undefined,
    );
  }

  /** It follows nothing: a node that is only asked now and then. */
  #helperOf(settings: NodeSettings): LandingChain {
    const name = canonicalText(settings);
    const known = this.#helpers.get(name);
    if (known !== undefined) return known.landing;
    const { rpcUrl: url } = settings;
    const source = new RpcSource({ url, ...nodeDispatcher(url, settings) });
    this.#helpers.set(name, source);
    for (const [oldest, unused] of this.#helpers) {
      if (this.#helpers.size <= helpersMaximum) break;
      this.#helpers.delete(oldest);
      void unused.close();
    }
    return source.landing;
  }

  /** Ends what nodes were asked. */
  async close(): Promise<void> {
    const helpers = [...this.#helpers.values()];
    this.#helpers.clear();
    await Promise.allSettled(helpers.map((source) => source.close()));
  }

  #placeOf({ window, signal }: WindowRequest, members: Members): Promise<Place> {
    return this.#place(window, textOf(members, 'connectionId'), signal);
  }

  async #place(window: WindowConnection, id: string, signal: AbortSignal): Promise<Place> {
    const settings = this.#connections.settings(window, id);
    const connection = await this.#connections.use(window, id, signal);
    return {
      name: this.#nameOf(settings),
      exactName: this.#hidden(canonicalText(settings)),
      kind: settings.kind,
      host: hostOf(settings),
      connection,
    };
  }

  #nameOf(settings: ConnectionSettings): string {
    return this.#hidden(JSON.stringify(destinationOf(settings)));
  }

  #hidden(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 32);
  }
}

/** Where transactions go; keys and the way through the network may change meanwhile. */
function destinationOf(settings: ConnectionSettings): readonly unknown[] {
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

function bytesOf(text: string): Uint8Array {
  if (text.length > transactionTextMaximum || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw notUnderstood('a transaction');
  }
  return Uint8Array.from(Buffer.from(text, 'base64'));
}

function optionsOf(members: Members, name: string): Readonly<Record<string, unknown>> {
  const options = objectOf(members[name], 'the options');
  if (JSON.stringify(options).length > optionsTextMaximum) throw notUnderstood('the options');
  return options;
}
