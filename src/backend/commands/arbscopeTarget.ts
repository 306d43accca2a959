import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import { HttpMarketClient } from '../../client/httpMarketClient.ts';
import { recentHistorySeconds } from '../../engine/sandbox/simulatedSource.ts';
import type { NetworkOptions } from '../../http/httpRequester.ts';
import { environmentNetwork } from '../connections/networkOptions.ts';
import { memoryStore, type SourceConfig } from '../engines/sourceConfig.ts';
import { type CommandContext, takeVariable, UsageError } from './commandLine.ts';
import { url as urlOption } from './commandOptions.ts';
import { parseSeed, seedOption, takeNodeUrls } from './sourceArguments.ts';

const keyVariable = 'ARBSCOPE_API_KEY';

/** Which engine or service a command asks: the Sandbox without any of them. */
export const arbscopeTargetOptions = {
  seed: seedOption,
  'rpc-url': { ...urlOption, excludes: ['seed'] },
  'block-engine-url': { ...urlOption, excludes: ['seed'] },
  'service-url': { ...urlOption, excludes: ['rpc-url', 'block-engine-url', 'seed'] },
  'trust-loopback': { goesWith: ['service-url'] },
} as const;

interface TargetOptions {
  readonly seed?: string | undefined;
  readonly 'rpc-url'?: string | undefined;
  readonly 'block-engine-url'?: string | undefined;
  readonly 'service-url'?: string | undefined;
  readonly 'trust-loopback'?: boolean | undefined;
}

export interface ArbscopeTarget {
  readonly service: ArbscopeService;
  close(): Promise<void>;
}

/** How to open the target of the options. Throws a UsageError before anything is read or opened. */
export function chooseTarget(
  values: TargetOptions,
  { environment, signal }: CommandContext,
): () => Promise<ArbscopeTarget> {
  const { url, blockEngineUrl } = takeNodeUrls(values, environment);
  const apiKey = takeVariable(environment, keyVariable);
  const network = environmentNetwork(environment);
  const serviceUrl = values['service-url'];
  if (serviceUrl !== undefined) {
    if (apiKey === '') throw new UsageError(`--service-url requires the API key in ${keyVariable}`);
    const isTrusted = values['trust-loopback'] === true;
    return async () => openService(serviceUrl, apiKey, isTrusted, network);
  }
  const source: SourceConfig =
    url === ''
      ? { kind: 'sandbox', seed: parseSeed(values.seed), historySeconds: recentHistorySeconds }
      : {
          kind: 'rpc',
          url,
          network,
          commitment: 'confirmed',
          backfillSeconds: 0,
          ...(blockEngineUrl === '' ? {} : { blockEngineUrl }),
        };
  return async () => {
    const { openEngine } = await import('../engines/openEngine.ts');
    const engine = await openEngine(source, memoryStore, { signal });
    return { service: engine.arbscope, close: () => engine.close() };
  };
}

function openService(
  baseUrl: string,
  apiKey: string,
  isTrusted: boolean,
  network: NetworkOptions,
): ArbscopeTarget {
  const isTrustedLoopback = () => isTrusted;
  const client = new HttpMarketClient({ baseUrl, apiKey, isTrustedLoopback, ...network });
  return { service: client.arbscope, close: () => client.close() };
}
