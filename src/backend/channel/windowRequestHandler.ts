import { t } from '@vscode/l10n';
import type { TSchema } from 'typebox';
import { arbitrageStream } from '../../api/arbscope/arbitrages.ts';
import { arbscopeOperations } from '../../api/arbscope/arbscopeOperations.ts';
import type { Simulation } from '../../api/arbscope/simulate.ts';
import { withAbort } from '../../api/cancellation.ts';
import { MarketError } from '../../api/marketError.ts';
import { operations } from '../../api/operations.ts';
import { checkParameters, validateParameters } from '../../api/validation.ts';
import { nameSimulation, programsOf } from '../../engine/idl/nameSimulation.ts';
import { TokenImageReader } from '../../engine/sources/rpc/accounts/tokenImageReader.ts';
import type { CheckConnection, Connection } from '../connectionBase/connection.ts';
import type { ConnectionPools } from '../connectionBase/connectionPools.ts';
import {
  canonicalJson,
  originOf,
  parseConnectionSettings,
} from '../connectionBase/connectionSettings.ts';
import type { ConnectionRegistry } from '../connections/connectionRegistry.ts';
import { networkOptions } from '../connections/networkOptions.ts';
import type {
  CallResponse,
  ImageResponse,
  LookupTableResponse,
  ProgramSlotsResponse,
  ToolResponse,
} from '../protocol/callProtocol.ts';
import type { NetworkSettings, OpenRequest, OpenResponse } from '../protocol/connectionProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';
import { invalidRequestError, type RequestOf } from '../requests/parseRequest.ts';
import {
  ArbscopeCallSchema,
  CallSchema,
  CallToolSchema,
  CheckConnectionSchema,
  CompetitionSchema,
  ConnectionSchema,
  ImageSchema,
  LoadPoolsSchema,
  LookupTableSchema,
  OpenSchema,
  PoolDetailSchema,
  PoolPageSchema,
  PoolSearchSchema,
  PoolStatsSchema,
  ProgramSlotsSchema,
  TransactionSchema,
  WatchArbitragesSchema,
} from '../requests/requestSchemas.ts';
import { callTool } from '../tools/callTool.ts';
import { IdlRequestHandler } from './idlRequestHandler.ts';
import type { LandingRequestHandler } from './landingRequestHandler.ts';
import { fetchNodeTransaction, NodeCompetitions } from './nodeRequests.ts';
import type { NodeSources } from './nodeSources.ts';
import {
  callOptions,
  handle,
  type RequestHandler,
  type RequestHandlers,
  type WindowConnection,
  type WindowRequest,
} from './windowConnection.ts';
import type { WindowIdls } from './windowIdls.ts';

/** Longer text is not typed, and finds no more when pasted. */
const maxSearchCharacters = 200;

interface OfConnection {
  readonly connectionId: string;
  /** The user asked for it now. */
  readonly forceRefresh?: boolean | undefined;
}

/** Handles the requests of windows. Each is validated by its schema here and trusted afterwards. */
export class WindowRequestHandler {
  readonly handlers: RequestHandlers;
  readonly #connections: ConnectionRegistry;
  readonly #nodeCompetitions: NodeCompetitions;
  /** By the network settings of the windows. */
  readonly #imageReaders = new Map<string, TokenImageReader>();
  readonly #landing: LandingRequestHandler;
  readonly #idls: WindowIdls;

  constructor(
    connections: ConnectionRegistry,
    checkConnection: CheckConnection,
    landing: LandingRequestHandler,
    idls: WindowIdls,
    nodes: NodeSources,
  ) {
    this.#nodeCompetitions = new NodeCompetitions(nodes);
    this.#connections = connections;
    this.#landing = landing;
    this.#idls = idls;
    this.handlers = {
      ...landing.handlers,
      ...new IdlRequestHandler(connections, idls).handlers,
      open: handle(OpenSchema, (members, { window }) => this.#open(members, window)),
      close: handle(ConnectionSchema, ({ connectionId }, { window }) => {
        connections.release(window, connectionId);
        return null;
      }),
      attach: handle(ConnectionSchema, ({ connectionId }, { window }) => {
        connections.attach(window, connectionId);
        return null;
      }),
      call: handle(CallSchema, (members, request) => this.#call(members, request)),
      arbscopeCall: handle(ArbscopeCallSchema, (members, request) =>
        this.#callArbscope(members, request),
      ),
      watchArbitrages: handle(WatchArbitragesSchema, (members, request) =>
        this.#watchArbitrages(members, request),
      ),
      checkConnection: handle(CheckConnectionSchema, ({ settings }, request) =>
        checkConnection(parseConnectionSettings(settings), callOptions(request)),
      ),
      loadPools: this.#onPools(LoadPoolsSchema, (pools, { withAggregator = false }, options) =>
        pools.load(options, withAggregator),
      ),
      poolStats: this.#onPools(PoolStatsSchema, (pools, { filter = {} }) => pools.stats(filter)),
      poolPage: this.#onPools(PoolPageSchema, (pools, { filter = {}, ...range }) =>
        pools.page(filter, range),
      ),
      poolSearch: this.#onPools(PoolSearchSchema, (pools, { text, filter = {}, limit }) =>
        pools.search(checkSearchText(text), filter, limit),
      ),
      poolDetail: this.#onPools(PoolDetailSchema, (pools, members, options) =>
        pools.detail(members.pool, members.withAccounts ?? true, options),
      ),
      lookupTable: handle(LookupTableSchema, (members, request) =>
        this.#lookupTable(members, request),
      ),
      programSlots: handle(ProgramSlotsSchema, (members, request) =>
        this.#programSlots(members, request),
      ),
      fetchImage: handle(
        ImageSchema,
        ({ url, ...network }, { signal }): Promise<ImageResponse> =>
          withAbort(this.#imageReader(network).read(url), signal),
      ),
      readTransaction: handle(TransactionSchema, (members, request) =>
        fetchNodeTransaction(
          members,
          (transaction, chain) => idls.nameTransaction(request, transaction, chain),
          request.signal,
        ),
      ),
      readCompetition: handle(CompetitionSchema, (members, request) =>
        this.#nodeCompetitions.read(members, callOptions(request)),
      ),
      callTool: handle(CallToolSchema, (members, request) => this.#callTool(members, request)),
    };
  }

  #open(request: OpenRequest, window: WindowConnection): OpenResponse {
    const settings = parseConnectionSettings(request.settings);
    const { status, isNew } = this.#connections.acquire(window, settings);
    if (isNew) window.sendStatus(status);
    this.#landing.connectionOpened(window, status.connectionId);
    return { connectionId: status.connectionId };
  }

  async #callTool(
    { connectionId, tool, input }: RequestOf<typeof CallToolSchema>,
    request: WindowRequest,
  ): Promise<ToolResponse> {
    const settings = this.#connections.settings(request.window, connectionId);
    const context = {
      origin: originOf(settings),
      connection: () => this.#connection({ connectionId }, request),
      // A service's pools are hundreds of megabytes, so only the user may start loading them.
      mayLoadPools: settings.kind !== 'service',
      workspaceIdls: this.#idls.of(request.window),
      idls: async (programs: readonly string[]) => {
        const connection = await this.#connection({ connectionId }, request);
        return await this.#idls.forPrograms(request, programs, { connectionId, connection });
      },
    };
    return await callTool(context, { tool, input }, callOptions(request));
  }

  async #call(
    members: RequestOf<typeof CallSchema>,
    request: WindowRequest,
  ): Promise<CallResponse> {
    const { operation } = members;
    checkOperation(operation);
    const parameters = validateParameters(operation, members.parameters);
    const responder = await this.#connections.whenResponding(
      request.window,
      members.connectionId,
      { operation, parameters },
      request.signal,
      // Only the user looks up a transaction; everything else is repeated by views and panels.
      members.forceRefresh === true || operation === 'transaction',
    );
    return await responder.call(operation, parameters, callOptions(request, members));
  }

  async #callArbscope(
    members: RequestOf<typeof ArbscopeCallSchema>,
    request: WindowRequest,
  ): Promise<CallResponse> {
    const { operation } = members;
    const parameters = checkParameters(arbscopeOperations[operation], members.parameters);
    const connection = await this.#connection(members, request);
    const options = callOptions(request, members);
    const response = await connection.arbscope.call(operation, parameters, options);
    if (operation !== 'simulate') return response;
    const simulation = response.result as Simulation;
    const chain = { connectionId: members.connectionId, connection };
    const programs = programsOf(simulation);
    const idls = await this.#idls.forPrograms(request, programs, chain);
    return { ...response, result: nameSimulation(simulation, idls) };
  }

  async #watchArbitrages(
    members: RequestOf<typeof WatchArbitragesSchema>,
    request: WindowRequest,
  ): Promise<null> {
    const parameters = checkParameters<typeof arbitrageStream>(arbitrageStream, members.parameters);
    const { arbscope } = await this.#connection(members, request);
    for await (const event of arbscope.stream(parameters, request.signal)) {
      await request.onProgress({ kind: 'arbitrages', event });
    }
    return null;
  }

  #onPools<Schema extends TSchema>(
    schema: Schema,
    run: (
      pools: ConnectionPools,
      members: RequestOf<Schema>,
      options: ConnectionCallOptions,
    ) => Promise<unknown>,
  ): RequestHandler {
    return handle(schema, async (members, request) => {
      const { pools } = await this.#connection(members as OfConnection, request);
      return await run(pools, members, callOptions(request, members as object));
    });
  }

  async #lookupTable(
    members: RequestOf<typeof LookupTableSchema>,
    request: WindowRequest,
  ): Promise<LookupTableResponse> {
    const connection = await this.#connection(members, request);
    const addresses = await connection.lookupTableSize?.(members.address, request.signal);
    return { addresses: addresses ?? null };
  }

  async #programSlots(
    members: RequestOf<typeof ProgramSlotsSchema>,
    request: WindowRequest,
  ): Promise<ProgramSlotsResponse> {
    const connection = await this.#connection(members, request);
    const slots = (await connection.programSlots?.(members.programs, request.signal)) ?? null;
    return { slots: slots === null ? null : Object.fromEntries(slots) };
  }

  #imageReader(settings: NetworkSettings): TokenImageReader {
    const name = canonicalJson(settings);
    const reader =
      this.#imageReaders.get(name) ?? new TokenImageReader({ network: networkOptions(settings) });
    this.#imageReaders.set(name, reader);
    return reader;
  }

  #connection(
    { connectionId, forceRefresh }: OfConnection,
    { window, signal }: WindowRequest,
  ): Promise<Connection> {
    return this.#connections.whenReady(window, connectionId, signal, forceRefresh);
  }
}

function checkSearchText(text: string): string {
  if (text.length <= maxSearchCharacters) return text;
  throw new MarketError(
    'bad-parameter',
    t('Search text has at most {0} characters', maxSearchCharacters),
    { parameter: 'text' },
  );
}

function checkOperation(name: string): void {
  if (!Object.hasOwn(operations, name)) throw invalidRequestError('the operation');
  // Landing requires the check, confirmation and journal of the landing requests.
  if (name === 'landTransaction') {
    throw new MarketError('bad-parameter', t('Check the transaction before landing it.'), {
      parameter: 'operation',
    });
  }
}
