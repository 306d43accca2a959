import { MarketError } from '../../interface/marketError.ts';
import type { ToolName } from '../../interface/toolNames.ts';
import { DecodeInput, PoolSearchInput, toolOperations, tools } from '../../interface/tools.ts';
import { check, checkParameters, pathText } from '../../interface/wire.ts';
import { scanText } from '../../solana/scan/scanText.ts';
import type { AskOptions } from '../connections/askOptions.ts';
import type { Connection } from '../connections/connection.ts';
import { decodeText } from './decodeText.ts';
import { sourceWords, toolText } from './toolText.ts';

/** What tools ask: opened by the first that needs it. */
export interface ToolSource {
  /** `sandbox`, or the origin of a node or service. */
  readonly origin: string;
  readonly connection: () => Promise<Connection>;
  /** Whether a search may fill the table of pools; of a service that can be a long download. */
  readonly mayLoadPools: boolean;
}

const poolsByDefault = 20;
/** Longer texts are refused by every schema, whatever they hold. */
const longestScanned = 100_000;

/**
 * The answer of one tool as text for a language model. Everything in it only reads. Throws a
 * MarketError for input that is not as the tool's schema says, or that holds a secret key.
 */
export async function useTool(
  source: ToolSource,
  call: { readonly tool: ToolName; readonly input: unknown },
  options: AskOptions,
): Promise<string> {
  const { origin, connection } = source;
  const { tool } = call;
  const input = call.input ?? {};
  refuseSecrets(input);
  switch (tool) {
    case 'arbscope_decode': {
      const { text } = checked(DecodeInput, input);
      return toolText([], decodeText(text));
    }
    case 'arbscope_search_pools': {
      return await searchPools(source, checked(PoolSearchInput, input), options);
    }
    default: {
      const operation = toolOperations[tool];
      const parameters = checkParameters(operation, input);
      const answer = await (await connection()).call(operation, parameters, options);
      const faults = (answer.faults ?? []).map(({ message }) => message);
      const notes = faults.length === 0 ? [] : ['Parts of the answer were not readable.'];
      return toolText(
        [sourceWords(origin), `${tools[tool].title}:`, ...notes],
        faults.length === 0 ? answer.result : { result: answer.result, faults },
      );
    }
  }
}

async function searchPools(
  { origin, connection, mayLoadPools }: ToolSource,
  { text, limit = poolsByDefault }: { readonly text: string; readonly limit?: number },
  options: AskOptions,
): Promise<string> {
  const { pools } = await connection();
  if (mayLoadPools) await pools.load(options, false);
  else if ((await pools.stats({})).loadedAtMilliseconds === null) {
    throw new MarketError(
      'not-found',
      'The pools of this service are not loaded. Its user can load them in the Market Cache view.',
    );
  }
  return toolText([sourceWords(origin)], await pools.search(text, {}, limit));
}

function checked<Schema extends Parameters<typeof check>[0]>(schema: Schema, value: unknown) {
  const { result, fault } = check<Schema>(schema, value);
  if (fault === null) return result;
  const [parameter] = fault.path;
  const name = parameter === undefined ? 'The input' : pathText(fault.path);
  throw new MarketError('bad-parameter', `${name} ${fault.words}`);
}

/** No secret key goes on, not even to the service of the user's own choice. */
function refuseSecrets(value: unknown): void {
  if (typeof value === 'string') {
    if (value.length <= longestScanned && !scanText(value).some(isSecret)) return;
    throw new MarketError(
      'bad-parameter',
      value.length > longestScanned
        ? 'A text of the input is too long'
        : 'The input holds a Solana secret key. It was not sent, logged or kept; do not repeat it',
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    refuseSecrets(key);
    refuseSecrets(member);
  }
}

const isSecret = ({ kind }: { readonly kind: string }): boolean => kind === 'secret-key';
