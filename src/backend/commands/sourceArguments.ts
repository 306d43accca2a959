import type { Commitment } from '../../engine/sources/rpc/rpcMethods.ts';
import { readSourceOfStore } from '../../engine/store/duckdb/database.ts';
import { describeStoreSource } from '../../engine/store/duckdb/storeSource.ts';
import { defaultSandboxSeed, memoryStore, type SourceConfig } from '../openEngine.ts';
import { type CommandContext, parseInteger, takeVariable, UsageError } from './commandLine.ts';

export const parseSeed = (text: string | undefined): number =>
  parseInteger('--seed', text, {
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    otherwise: defaultSandboxSeed,
  });
/** No answer reaches further back than a day. */
const backfillHoursBounds = { minimum: 0, maximum: 24, otherwise: 0 } as const;
const rpcUrlVariable = 'ARBSCOPE_RPC_URL';

export interface SourceArguments {
  readonly source?: string;
  readonly path: readonly string[];
  readonly 'rpc-url'?: string;
  readonly 'block-engine-url'?: string;
  readonly commitment?: string;
  readonly 'backfill-hours'?: string;
  readonly seed?: string;
}

const optionSources = {
  path: 'recorded',
  seed: 'sandbox',
  'rpc-url': 'rpc',
  'block-engine-url': 'rpc',
  commitment: 'rpc',
  'backfill-hours': 'rpc',
} as const satisfies Partial<Record<keyof SourceArguments, SourceConfig['kind']>>;

/**
 * The source that the options name, or else that of the store. Throws a UsageError for options that
 * contradict each other, and a MarketError for a store that cannot be read.
 */
export async function parseSourceArguments(
  options: SourceArguments,
  storePath: string,
  environment: CommandContext['environment'],
): Promise<SourceConfig> {
  const held = storePath === memoryStore ? null : await readSourceOfStore(storePath);
  // A store that contains only pools has no source; opening it reports that.
  const source = options.source ?? (held?.kind === 'pools' ? 'sandbox' : held?.kind) ?? 'sandbox';
  const { path } = options;
  if (source !== 'sandbox' && source !== 'recorded' && source !== 'rpc') {
    throw new UsageError(`--source must be sandbox, recorded or rpc, not "${source}"`);
  }
  const isHeld = held?.kind === source;
  const needing = isHeld
    ? `${storePath} contains ${describeStoreSource(held)}, which`
    : '--source rpc';
  for (const [option, kind] of Object.entries(optionSources)) {
    const given = options[option as keyof typeof optionSources];
    const isGiven = typeof given === 'string' || (given?.length ?? 0) > 0;
    if (isGiven && kind !== source) {
      throw new UsageError(`--${option} requires --source ${kind}`);
    }
  }
  if (source === 'rpc') return parseRpcArguments(options, environment, needing);
  if (source === 'sandbox') {
    const seed = options.seed ?? (isHeld && held.chain !== '' ? held.chain : undefined);
    return { kind: 'sandbox', seed: parseSeed(seed) };
  }
  if (path.length === 0 && !isHeld) throw new UsageError('--source recorded needs --path FILE|DIR');
  return { kind: 'recorded', paths: path };
}

/** Both URLs often hold keys; empty where none is named. */
export function takeNodeUrls(
  options: {
    readonly 'rpc-url'?: string | undefined;
    readonly 'block-engine-url'?: string | undefined;
  },
  environment: CommandContext['environment'],
): { readonly url: string; readonly blockEngineUrl: string } {
  const url = takeVariable(environment, rpcUrlVariable);
  const blockEngineUrl = takeVariable(environment, 'ARBSCOPE_BLOCK_ENGINE_URL');
  return {
    url: options['rpc-url'] ?? url,
    blockEngineUrl: options['block-engine-url'] ?? blockEngineUrl,
  };
}

/** The URL often holds a key, and every user of a machine can read command lines. */
function parseRpcArguments(
  options: SourceArguments,
  environment: CommandContext['environment'],
  needing: string,
): SourceConfig {
  const { url, blockEngineUrl } = takeNodeUrls(options, environment);
  if (url === '') {
    throw new UsageError(`${needing} requires --rpc-url URL, or the URL in ${rpcUrlVariable}`);
  }
  const hours = parseInteger('--backfill-hours', options['backfill-hours'], backfillHoursBounds);
  return {
    kind: 'rpc',
    url,
    commitment: parseCommitment(options.commitment),
    backfillSeconds: hours * 3_600,
    ...(blockEngineUrl === '' ? {} : { blockEngineUrl }),
  };
}

function parseCommitment(text = 'confirmed'): Commitment {
  if (text === 'confirmed' || text === 'finalized') return text;
  throw new UsageError(`--commitment must be confirmed or finalized, not "${text}"`);
}
