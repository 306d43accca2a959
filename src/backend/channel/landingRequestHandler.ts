import { createHmac } from 'node:crypto';
import { t } from '@vscode/l10n';
import { stringifyJson } from '../../api/json.ts';
import { MarketError } from '../../api/marketError.ts';
import { getSandboxChain } from '../../engine/sandbox/openSandboxChain.ts';
import { tryDecodeTransaction } from '../../solana/wireTransaction.ts';
import { canonicalJson, originOf } from '../connectionBase/connectionSettings.ts';
import type { ConnectionRegistry } from '../connections/connectionRegistry.ts';
import type { LandingService } from '../landing/landingService.ts';
import type { LandingTarget } from '../landing/landingTarget.ts';
import type { ConnectionSettings } from '../protocol/connectionProtocol.ts';
import type {
  AirdropResponse,
  AuxiliaryNode,
  LandingPlan,
  LandRequest,
  LandResponse,
  LatestBlockhashResponse,
  landingMethods,
  PrepareLandingRequest,
} from '../protocol/landingProtocol.ts';
import { invalidRequestError, type RequestOf } from '../requests/parseRequest.ts';
import {
  AirdropSchema,
  ConnectionSchema,
  ForgetLandingsSchema,
  LandingPlanSchema,
  LandingsSchema,
  LandSchema,
  PrepareLandingSchema,
} from '../requests/requestSchemas.ts';
import type { NodeSources } from './nodeSources.ts';
import {
  handle,
  type RequestHandlers,
  type WindowConnection,
  type WindowRequest,
} from './windowConnection.ts';
import type { WindowIdls } from './windowIdls.ts';

interface TargetMembers {
  readonly connectionId: string;
  /** Node for chain queries that the connection does not support. */
  readonly node?: AuxiliaryNode | undefined;
}

const topLevelPrograms = ({ transactions }: PrepareLandingRequest): string[] =>
  transactions.flatMap((text) => {
    const transaction = tryDecodeTransaction(Buffer.from(text, 'base64'));
    return (transaction?.instructions ?? []).flatMap(
      ({ programIndex }) => transaction?.staticKeys[programIndex] ?? [],
    );
  });

const maxOptionsCharacters = 4_096;

export class LandingRequestHandler {
  readonly handlers: Pick<RequestHandlers, Exclude<keyof typeof landingMethods, 'landing'>>;
  readonly #connections: ConnectionRegistry;
  readonly #service: LandingService;
  readonly #secret: string;
  readonly #idls: WindowIdls;
  readonly #nodes: NodeSources;

  /** `secret` derives target ids that are stable across restarts and reveal no settings. */
  constructor(
    connections: ConnectionRegistry,
    service: LandingService,
    secret: string,
    idls: WindowIdls,
    nodes: NodeSources,
  ) {
    this.#connections = connections;
    this.#service = service;
    this.#secret = secret;
    this.#idls = idls;
    this.#nodes = nodes;
    this.handlers = {
      landings: handle(LandingsSchema, ({ connectionId, node }, { window }) => {
        if (connectionId !== undefined && node !== undefined)
          this.#trackIfUnsettled(window, connectionId, node);
        return service.entries();
      }),
      forgetLandings: handle(ForgetLandingsSchema, ({ ids }) => {
        service.forget(ids);
        return null;
      }),
      prepareLanding: handle(PrepareLandingSchema, (members, request) =>
        this.#prepare(members, request),
      ),
      checkLandingPlan: handle(LandingPlanSchema, ({ planId }) => service.checkPlan(planId)),
      land: handle(LandSchema, (members, request) => this.#land(members, request)),
      latestBlockhash: handle(ConnectionSchema, (members, request) =>
        this.#latestBlockhash(members, request),
      ),
      airdrop: handle(AirdropSchema, (members, request) => this.#airdrop(members, request)),
    };
  }

  connectionOpened(window: WindowConnection, connectionId: string): void {
    this.#trackIfUnsettled(window, connectionId);
  }

  async #prepare(members: PrepareLandingRequest, request: WindowRequest): Promise<LandingPlan> {
    if (stringifyJson(members.options ?? {}).length > maxOptionsCharacters)
      throw invalidRequestError('the options');
    const target = await this.#target(request, members);
    const idls = await this.#idls.forPrograms(request, topLevelPrograms(members), {
      connectionId: members.connectionId,
      connection: target.connection,
    });
    return await this.#service.prepare(target, members, request.signal, idls);
  }

  /** Continues after the window disconnects, so that every submission is completed and recorded. */
  async #land(members: LandRequest, request: WindowRequest): Promise<LandResponse> {
    const target = await this.#target(request, members);
    request.signal.throwIfAborted();
    return await this.#service.land(target, members.planId);
  }

  async #latestBlockhash(
    members: TargetMembers,
    request: WindowRequest,
  ): Promise<LatestBlockhashResponse> {
    const { connection } = await this.#target(request, members);
    if (!connection.landing) {
      throw new MarketError(
        'plan-lacks-operation',
        t('Services do not provide a blockhash. Use a Node or Sandbox connection.'),
      );
    }
    const { blockhash, lastValidBlockHeight } = await connection.landing.latestBlockhash(
      request.signal,
    );
    return { blockhash, lastValidBlockHeight };
  }

  async #airdrop(
    { connectionId, address, lamports }: RequestOf<typeof AirdropSchema>,
    request: WindowRequest,
  ): Promise<AirdropResponse> {
    const { connection } = await this.#target(request, { connectionId });
    // Throws a descriptive error if the Sandbox lacks its virtual machine.
    const chain = await getSandboxChain(connection.landing ?? null);
    if (chain === null) {
      throw new MarketError('plan-lacks-operation', t('Airdrops work only in the Sandbox.'));
    }
    chain.airdrop(address, lamports);
    return { lamports: chain.account(address)?.lamports ?? 0n };
  }

  #trackIfUnsettled(window: WindowConnection, connectionId: string, node?: AuxiliaryNode): void {
    if (!this.#connections.isUsedBy(window, connectionId)) return;
    const settings = this.#connections.settings(window, connectionId);
    if (!this.#service.hasUnsettled(this.#targetId(settings))) return;
    const { signal } = new AbortController();
    this.#target({ window, signal }, { connectionId, node }).then(
      (target) => this.#service.track(target),
      // The registry reports a connection that fails to open.
      () => undefined,
    );
  }

  /** For a service, includes the user's own node if the window sent one. */
  async #target(
    { window, signal }: Pick<WindowRequest, 'window' | 'signal'>,
    { connectionId, node }: TargetMembers,
  ): Promise<LandingTarget> {
    const settings = this.#connections.settings(window, connectionId);
    // A landing is the user's own action: it does not wait for the next try.
    const connection = await this.#connections.whenReady(window, connectionId, signal, true);
    return {
      id: this.#targetId(settings),
      settingsId: this.#hash(canonicalJson(settings)),
      kind: settings.kind,
      origin: landingOrigin(settings),
      connection,
      ...(settings.kind === 'service' && node !== undefined
        ? { auxiliaryChain: this.#nodes.of(node).landing }
        : {}),
    };
  }

  #targetId(settings: ConnectionSettings): string {
    return this.#hash(JSON.stringify(destinationKey(settings)));
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 32);
  }
}

/** Identifies the destination of transactions; keys and network settings may change. */
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

function landingOrigin(settings: ConnectionSettings): string {
  if (settings.kind === 'sandbox') return t('the Sandbox');
  if (settings.kind === 'node') return originOf(settings);
  return new URL(settings.landingUrl ?? settings.baseUrl).origin;
}
