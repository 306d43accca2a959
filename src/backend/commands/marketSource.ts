import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import type { MarketService } from '../../api/marketService.ts';
import type { KnownPool } from '../../botConfig/model.ts';
import { HttpMarketClient } from '../../client/httpMarketClient.ts';
import type { Engine } from '../../engine/engine.ts';
import { clientOptions, environmentNetwork } from '../connections/networkOptions.ts';
import { memoryStore } from '../engines/sourceConfig.ts';
import { originOf, type StandaloneSource } from '../mcp/standaloneSource.ts';
import { type CommandContext, takeVariable, UsageError, writeLine } from './commandLine.ts';
import { url as urlOption } from './commandOptions.ts';
import {
  parseSourceArguments,
  requireStoreFile,
  type SourceArguments,
  sourceOptions,
} from './sourceArguments.ts';

export const serviceKeyVariable = 'ARBSCOPE_API_KEY';

export const marketSourceOptions = {
  ...sourceOptions,
  store: { value: 'FILE|:memory:' },
  'service-url': { ...urlOption, excludes: [...Object.keys(sourceOptions), 'store'] },
  'trust-loopback': { goesWith: ['service-url'] },
} as const;

export type MarketSourceArguments = SourceArguments & {
  readonly store?: string;
  readonly 'service-url'?: string;
  readonly 'trust-loopback'?: boolean;
};

/** The service named by the options, otherwise an engine over their source. Throws a UsageError. */
export async function parseMarketSource(
  options: MarketSourceArguments,
  { environment }: CommandContext,
): Promise<StandaloneSource> {
  const url = options['service-url'];
  if (url === undefined) {
    const { store: storePath = memoryStore } = options;
    requireStoreFile(storePath);
    const choice = await parseSourceArguments(options, storePath, environment);
    return { kind: 'engine', choice, storePath };
  }
  const apiKey = takeVariable(environment, serviceKeyVariable);
  if (apiKey === '')
    throw new UsageError(`--service-url requires the service's API key in ${serviceKeyVariable}`);
  const trustedLoopbackOrigins = options['trust-loopback'] === true ? [new URL(url).origin] : [];
  const network = environmentNetwork(environment);
  const service = { kind: 'service', baseUrl: url, apiKey, trustedLoopbackOrigins } as const;
  return { kind: 'service', settings: { ...service, ...network } };
}

export interface OpenedMarket {
  readonly arbscope: ArbscopeService;
  readonly service: Pick<MarketService, 'finder'>;
  /** `sandbox`, `recorded`, or the origin of a node or service. */
  readonly origin: string;
  /** The given pools that are in the market cache; always empty for a service. */
  knownPools(
    pools: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, KnownPool>>;
  close(): Promise<void>;
}

/** Reports recorded files, or parts of them, that cannot be read. */
export const skippedReporter =
  ({ stderr }: Pick<CommandContext, 'stderr'>) =>
  (reason: string): void =>
    void writeLine(stderr, `skipped: ${reason}`);

/** Throws a MarketError. `onSkipped`: for recorded files, or parts of them, that cannot be read. */
export async function openMarket(
  source: StandaloneSource,
  signal: AbortSignal,
  onSkipped: (reason: string) => void,
): Promise<OpenedMarket> {
  const origin = originOf(source);
  if (source.kind === 'engine') {
    const { openEngine } = await import('../engines/openEngine.ts');
    const engine = await openEngine(source.choice, source.storePath, { signal, onSkipped });
    return {
      arbscope: engine.arbscope,
      service: engine.service,
      origin,
      knownPools: (pools, stop) => findPools(engine, pools, stop),
      close: () => engine.close(),
    };
  }
  const client = new HttpMarketClient(clientOptions(source.settings));
  return {
    arbscope: client.arbscope,
    service: client.service,
    origin,
    knownPools: async () => new Map(),
    close: () => client.close(),
  };
}

async function findPools(
  engine: Pick<Engine, 'pools'>,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KnownPool>> {
  const found = new Map<string, KnownPool>();
  for await (const page of engine.pools({ signal })) {
    for (const { pool, program, mintA, mintB, lookupTable } of page) {
      if (!wanted.has(pool)) continue;
      const mints = [mintA, mintB].filter((mint) => mint !== '');
      found.set(pool, { program, mints, lookupTable });
    }
    if (found.size === wanted.size) break;
  }
  return found;
}
