import { t } from '@vscode/l10n';
import type { ParametersOf } from '../../api/defineOperation.ts';
import { MarketError } from '../../api/marketError.ts';
import type { OperationName, Operations } from '../../api/operations.ts';
import { type ParameterEncoding, parameterEncodings } from '../../api/parameterEncoding.ts';
import type { PartialResponse } from '../../api/partialResponse.ts';
import { HttpMarketClient, type HttpMarketClientOptions } from '../../client/httpMarketClient.ts';
import { probeNode } from '../../engine/sources/rpc/probeNode.ts';
import { usdcMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { originOf } from '../connectionBase/connectionSettings.ts';
import { toCallErrorData } from '../protocol/callProtocol.ts';
import type {
  ConnectionCheckReport,
  ConnectionCheckTrial,
  ConnectionSettings,
  NodeSettings,
  ServiceSettings,
} from '../protocol/connectionProtocol.ts';
import type { ConnectionCallOptions } from '../queue/connectionCallOptions.ts';
import type { InFlightCall } from '../queue/singleFlight.ts';
import type { KeyBudget, RequestBudgets } from '../service/requestBudgets.ts';
import { sendWithinRate } from '../service/withinRate.ts';
import { clientOptions, geyserServerOf, networkOptions } from './networkOptions.ts';

/** Two mints: the echoed filter reveals an encoding that the service does not understand. */
const sampleMints = [wrappedSolMint, usdcMint] as const;
const finderSeconds = 3_600;

const encodingDependentErrors: ReadonlySet<string> = new Set([
  'bad-parameter',
  'not-found',
  'service-failing',
]);

interface CheckTools {
  readonly budgets: RequestBudgets;
  readonly more: Partial<HttpMarketClientOptions> | undefined;
}

/** Tests a connection within its rate limits. Throws a MarketError if it cannot. */
export async function checkConnection(
  settings: ConnectionSettings,
  options: ConnectionCallOptions,
  tools: CheckTools,
): Promise<ConnectionCheckReport> {
  switch (settings.kind) {
    case 'sandbox':
      return createReport(settings, { trials: [], key: 'none', encoding: null });
    case 'node':
      return await checkNode(settings, options);
    case 'service':
      return await checkService(settings, options, tools);
  }
}

/** Requests a token first, which is cheap, then the finder in each encoding until one works. */
async function checkService(
  settings: ServiceSettings,
  options: ConnectionCallOptions,
  { budgets, more }: CheckTools,
): Promise<ConnectionCheckReport> {
  const set = settings.encoding ?? 'brackets';
  // The constructor validates addresses and key before any request is queued.
  const clients = new Map<ParameterEncoding, HttpMarketClient>();
  const clientFor = (encoding: ParameterEncoding): HttpMarketClient => {
    const client =
      clients.get(encoding) ?? new HttpMarketClient(clientOptions({ ...settings, encoding }, more));
    clients.set(encoding, client);
    return client;
  };
  clientFor(set);
  const asking = { clientFor, budget: budgets.budgetFor(settings), options };
  const trials: ConnectionCheckTrial[] = [];
  let encoding: ParameterEncoding | null = null;
  try {
    await clientFor(set).requireProofs(options.signal);
    const tokenParameters = { token: wrappedSolMint };
    const token = await sendTrial(asking, 'tokenInfo', tokenParameters, set, describeToken);
    trials.push(token);
    if (token.error === null || encodingDependentErrors.has(token.error.kind)) {
      for (const each of [set, ...parameterEncodings.filter((other) => other !== set)]) {
        const parameters = {
          tokensMint: [...sampleMints],
          tokensMax: 1,
          tokensTimeRange: finderSeconds,
        };
        const trial = await sendTrial(asking, 'finder', parameters, each, describeFinder);
        trials.push(trial);
        if (trial.error === null) encoding = each;
        if (trial.error === null || !encodingDependentErrors.has(trial.error.kind)) break;
      }
    }
    if (encoding !== null && encoding !== set && token.error !== null) {
      trials.push(await sendTrial(asking, 'tokenInfo', tokenParameters, encoding, describeToken));
    }
  } finally {
    for (const client of clients.values()) await client.close();
  }
  return createReport(settings, { trials, key: keyStatus(trials), encoding });
}

async function checkNode(
  settings: NodeSettings,
  { signal }: ConnectionCallOptions,
): Promise<ConnectionCheckReport> {
  const { rpcUrl: url, commitment = 'confirmed' } = settings;
  const node = { url, network: networkOptions(settings) };
  const geyser = geyserServerOf(settings);
  const probes = await probeNode(node, commitment, signal);
  if (geyser !== undefined) {
    const { probeGeyser } = await import('../../engine/sources/geyser/probeGeyser.ts');
    const { network } = node;
    probes.push(await probeGeyser({ ...geyser, network }, commitment, signal));
  }
  const trials = probes.map(
    ({ method, milliseconds, error, message }): ConnectionCheckTrial => ({
      request: method,
      encoding: null,
      milliseconds,
      description: message,
      error: error === null ? null : toCallErrorData(error),
    }),
  );
  return createReport(settings, { trials, key: keyStatus(trials), encoding: null });
}

interface CheckContext {
  readonly clientFor: (encoding: ParameterEncoding) => HttpMarketClient;
  readonly budget: KeyBudget;
  readonly options: ConnectionCallOptions;
}

/** One request in one encoding. Failures become part of the trial, except for cancellation. */
async function sendTrial<Name extends OperationName>(
  { clientFor, budget, options }: CheckContext,
  operation: Name,
  parameters: ParametersOf<Operations[Name]>,
  encoding: ParameterEncoding,
  describe: (response: unknown) => string,
): Promise<ConnectionCheckTrial> {
  const call: InFlightCall = { ...options, operation, queued: null };
  const queue = budget.queue(operation);
  let start = performance.now();
  const trial = (
    description: string,
    error: ConnectionCheckTrial['error'] = null,
  ): ConnectionCheckTrial => ({
    request: operation,
    encoding,
    milliseconds: Math.round(performance.now() - start),
    error,
    description,
  });
  try {
    const read = await sendWithinRate(
      queue,
      call,
      (admitted): Promise<PartialResponse<unknown>> => {
        // Excludes the time in the queue.
        start = performance.now();
        return clientFor(encoding).callPartial(operation, parameters, admitted);
      },
    );
    const description = describe(read.response);
    const [fault] = read.errors;
    return trial(fault === undefined ? description : `${description}; ${fault.message}`);
  } catch (error) {
    if (!MarketError.is(error) || error.kind === 'cancelled') throw error;
    return trial(error.message, toCallErrorData(error));
  }
}

function describeToken(response: unknown): string {
  const { symbol, decimals } = response as { symbol?: string; decimals?: number };
  return decimals === undefined
    ? t('{0}, unknown decimals', symbol ?? '')
    : t('{0}, {1} decimals', symbol ?? '', String(decimals));
}

/** Throws a MarketError if the service misread the two mints: it expects another encoding. */
function describeFinder(response: unknown): string {
  const { tokens, filters } = response as {
    tokens?: readonly unknown[];
    filters?: { readonly tokensMint?: readonly string[] };
  };
  const echoed = filters?.tokensMint;
  if (echoed !== undefined && !sampleMints.every((mint) => echoed.includes(mint))) {
    throw new MarketError(
      'bad-parameter',
      t('The Finder returned other mints than requested: its list encoding differs'),
    );
  }
  const count = tokens?.length ?? 0;
  return count === 1 ? t('1 token') : t('{0} tokens', count);
}

function keyStatus(trials: readonly ConnectionCheckTrial[]): ConnectionCheckReport['key'] {
  if (trials.some(({ error }) => error === null)) return 'accepted';
  if (trials.some(({ error }) => error?.kind === 'plan-lacks-operation')) return 'accepted';
  return trials.some(({ error }) => error?.kind === 'unauthorized') ? 'refused' : 'unknown';
}

function createReport(
  settings: Parameters<typeof originOf>[0],
  { trials, key, encoding }: Pick<ConnectionCheckReport, 'trials' | 'key' | 'encoding'>,
): ConnectionCheckReport {
  const times = trials
    .filter(({ error }) => error === null)
    .map(({ milliseconds }) => milliseconds);
  // A request that failed in one encoding and succeeded in another works.
  const working = new Set(
    trials.filter(({ error }) => error === null).map(({ request }) => request),
  );
  return {
    isWorking: trials.every(({ request }) => working.has(request)),
    origin: originOf(settings),
    latencyMilliseconds: times.length === 0 ? null : Math.min(...times),
    key,
    encoding,
    trials,
  };
}
