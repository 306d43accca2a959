import type { Commitment } from '../../engine/rpc/rpcMethods.ts';
import { geyserTokenVariable } from '../../engine/sources/geyser/geyserError.ts';
import {
  type ClickHouseTarget,
  isClickHouseUrl,
  parseClickHouseUrl,
} from '../../engine/store/clickhouse/database/clickHouseUrl.ts';
import { environmentNetwork } from '../connections/networkOptions.ts';
import {
  defaultSandboxSeed,
  type GeyserServer,
  memoryStore,
  type SourceConfig,
} from '../engines/sourceConfig.ts';
import { type CommandContext, parseInteger, takeVariable, UsageError } from './commandLine.ts';
import { oneOf, url as urlOption, wholeNumber } from './commandOptions.ts';

export const seedOption = wholeNumber(0, Number.MAX_SAFE_INTEGER);
export const parseSeed = (text: string | undefined): number =>
  parseInteger('--seed', text, {
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    otherwise: defaultSandboxSeed,
  });
/** Responses cover at most a day; a node needs at least 9,000 requests per hour of history. */
const parseBackfillHours = (text: string | undefined, otherwise: number): number =>
  parseInteger('--backfill-hours', text, { minimum: 0, maximum: 24, otherwise });
const eitherOf = new Intl.ListFormat('en', { type: 'disjunction' });
const rpcUrlVariable = 'ARBSCOPE_RPC_URL';
const geyserUrlVariable = 'ARBSCOPE_GEYSER_URL';
/** Not in the URL, because every user of the machine can read command lines. */
const storePasswordVariable = 'ARBSCOPE_CLICKHOUSE_PASSWORD';

export interface SourceArguments {
  readonly source?: string;
  readonly path: readonly string[];
  readonly 'rpc-url'?: string;
  readonly 'block-engine-url'?: string;
  readonly 'geyser-url'?: string;
  readonly commitment?: string;
  readonly 'backfill-hours'?: string;
  readonly seed?: string;
}

/** Values of `--source`. A Geyser server streams blocks; the node's RPC serves the rest. */
export const sourceNames = ['sandbox', 'recorded', 'rpc', 'geyser'] as const;
export type SourceName = (typeof sourceNames)[number];

/** Options of a source; which source takes which is checked once the source is known. */
export const sourceOptions = {
  source: oneOf(sourceNames, 'sandbox, recorded, rpc or geyser'),
  path: { value: 'FILE|DIR', isRepeatable: true },
  'rpc-url': urlOption,
  'geyser-url': urlOption,
  commitment: oneOf(['confirmed', 'finalized'], 'confirmed or finalized'),
  'backfill-hours': wholeNumber(0, 24),
  seed: seedOption,
} as const;

const node = ['rpc', 'geyser'] as const;
const optionSources = {
  path: ['recorded'],
  seed: ['sandbox'],
  'rpc-url': node,
  'block-engine-url': node,
  commitment: node,
  'backfill-hours': ['sandbox', ...node],
  'geyser-url': ['geyser'],
} as const satisfies Partial<Record<keyof SourceArguments, readonly SourceName[]>>;

export const sourceOptionNames = Object.keys(optionSources) as (keyof typeof optionSources)[];

/** Takes the password from the environment. Throws a MarketError. */
export const parseStoreUrl = (
  url: string,
  environment: CommandContext['environment'],
): ClickHouseTarget => parseClickHouseUrl(url, takeVariable(environment, storePasswordVariable));

export const exposedStoreWarnings = ({ isExposed, label }: ClickHouseTarget): string[] =>
  isExposed ? [`secure=false: the password for ${label} and the data are sent in clear`] : [];

export const sourceNameOf = (source: SourceConfig): SourceName =>
  source.kind === 'rpc' && source.geyser !== undefined ? 'geyser' : source.kind;

/** A URL as a path would make folders under its parts, with a password in a name. */
export function requireStoreFile(store: string, accepted = 'a FILE'): void {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(store)) throw new UsageError(`--store must be ${accepted}`);
}

/** Throws a UsageError for contradictory options, a MarketError for an unreadable store. */
export async function parseSourceArguments(
  options: SourceArguments,
  storePath: string,
  environment: CommandContext['environment'],
): Promise<SourceConfig> {
  const isFile = storePath !== memoryStore && !isClickHouseUrl(storePath);
  if (isFile) requireStoreFile(storePath, 'a FILE or a clickhouse:// URL');
  const held = isFile ? await readStore(storePath) : null;
  // A store that contains only pools has no source; opening it reports that.
  const named = options.source ?? (held?.kind === 'pools' ? 'sandbox' : held?.kind) ?? 'sandbox';
  const { path } = options;
  const source = sourceNames.find((each) => each === named);
  if (source === undefined) {
    throw new UsageError('--source must be sandbox, recorded, rpc or geyser');
  }
  const isHeld = held?.kind === (source === 'geyser' ? 'rpc' : source);
  const needing =
    isHeld && source === 'rpc'
      ? `${storePath} contains ${held.description}, which`
      : `--source ${source}`;
  for (const [option, sources] of Object.entries(optionSources)) {
    const given = options[option as keyof typeof optionSources];
    const isGiven = typeof given === 'string' || (given?.length ?? 0) > 0;
    if (isGiven && !sources.some((each) => each === source)) {
      throw new UsageError(`--${option} requires --source ${eitherOf.format(sources)}`);
    }
  }
  if (source === 'rpc') return parseRpcArguments(options, environment, needing);
  if (source === 'geyser') {
    const rpc = parseRpcArguments(options, environment, needing);
    return { ...rpc, geyser: parseGeyserArguments(options, environment) };
  }
  if (source === 'sandbox') {
    const seed = options.seed ?? (isHeld && held.chain !== '' ? held.chain : undefined);
    const hours = parseBackfillHours(options['backfill-hours'], 24);
    return { kind: 'sandbox', seed: parseSeed(seed), historySeconds: hours * 3_600 };
  }
  if (path.length === 0 && !isHeld) throw new UsageError('--source recorded needs --path FILE|DIR');
  return { kind: 'recorded', paths: path };
}

/** DuckDB is loaded only if a file is named. */
async function readStore(path: string) {
  const [{ readSourceOfStore }, { describeStoreSource }] = await Promise.all([
    import('../../engine/store/duckdb/database/database.ts'),
    import('../../engine/store/storeSource.ts'),
  ]);
  const source = await readSourceOfStore(path);
  return source === null ? null : { ...source, description: describeStoreSource(source) };
}

/**
 * Both URLs often contain keys; empty if none is given. An option that selects the Sandbox overrides
 * a variable that selects a node. Throws a UsageError for a block engine without a node.
 */
export function takeNodeUrls(
  options: {
    readonly seed?: string | undefined;
    readonly 'rpc-url'?: string | undefined;
    readonly 'block-engine-url'?: string | undefined;
  },
  environment: CommandContext['environment'],
): { readonly url: string; readonly blockEngineUrl: string } {
  const url = takeVariable(environment, rpcUrlVariable);
  const blockEngineUrl = takeVariable(environment, 'ARBSCOPE_BLOCK_ENGINE_URL');
  if (options.seed !== undefined) return { url: '', blockEngineUrl: '' };
  const urls = {
    url: options['rpc-url'] ?? url,
    blockEngineUrl: options['block-engine-url'] ?? blockEngineUrl,
  };
  if (urls.url !== '' || options['block-engine-url'] === undefined) return urls;
  throw new UsageError(
    `--block-engine-url requires --rpc-url URL, or the URL in ${rpcUrlVariable}`,
  );
}

/** The URL often contains a key, and every user of the machine can read command lines. */
function parseRpcArguments(
  options: SourceArguments,
  environment: CommandContext['environment'],
  needing: string,
): Extract<SourceConfig, { kind: 'rpc' }> {
  const { url, blockEngineUrl } = takeNodeUrls(options, environment);
  if (url === '') {
    throw new UsageError(`${needing} requires --rpc-url URL, or the URL in ${rpcUrlVariable}`);
  }
  const hours = parseBackfillHours(options['backfill-hours'], 0);
  return {
    kind: 'rpc',
    url,
    network: environmentNetwork(environment),
    commitment: parseCommitment(options.commitment),
    backfillSeconds: hours * 3_600,
    ...(blockEngineUrl === '' ? {} : { blockEngineUrl }),
  };
}

function parseGeyserArguments(
  options: SourceArguments,
  environment: CommandContext['environment'],
): GeyserServer {
  const held = takeVariable(environment, geyserUrlVariable);
  const token = takeVariable(environment, geyserTokenVariable);
  const url = options['geyser-url'] ?? held;
  if (url === '') {
    throw new UsageError(
      `--source geyser requires --geyser-url URL, or the URL in ${geyserUrlVariable}`,
    );
  }
  return { url, ...(token !== '' && { token }) };
}

function parseCommitment(text = 'confirmed'): Commitment {
  if (text === 'confirmed' || text === 'finalized') return text;
  throw new UsageError('--commitment must be confirmed or finalized');
}
