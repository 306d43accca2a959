import { t } from '@vscode/l10n';
import { HttpMarketClient, type HttpMarketClientOptions } from '../../client/httpMarketClient.ts';
import { probeNode } from '../../engine/sources/rpc/probeNode.ts';
import { MarketError } from '../../interface/marketError.ts';
import type { ParametersOf } from '../../interface/operation.ts';
import type { OperationName, Operations } from '../../interface/operations.ts';
import { type ParameterEncoding, parameterEncodings } from '../../interface/parameterEncoding.ts';
import type { ReadableParts } from '../../interface/readableParts.ts';
import { usdcMint, wrappedSolMint } from '../../solana/knownMints.ts';
import type {
  ConnectionSettings,
  NodeSettings,
  ServiceSettings,
  TestReport,
  TestTrial,
} from '../connectionProtocol.ts';
import { errorData } from '../errorData.ts';
import { Admission } from '../service/admission.ts';
import type { KeyBudget, RequestBudgets } from '../service/requestBudgets.ts';
import type { SharedCall } from '../service/sharedCalls.ts';
import type { AskOptions } from './askOptions.ts';
import { clientOptions } from './clientOptions.ts';
import { originOf } from './connectionSettings.ts';
import { nodeDispatcher } from './networkOptions.ts';

export interface ConnectionTestOptions {
  readonly budgets: RequestBudgets;
  readonly clientOptions?: Partial<HttpMarketClientOptions>;
}

/** Two, so that an encoding which the service does not understand shows in what it echoes. */
const testMints = [wrappedSolMint, usdcMint] as const;
const finderSeconds = 3_600;

/** Kinds of failure that another encoding may mend. */
const mendable: ReadonlySet<string> = new Set(['bad-parameter', 'not-found', 'service-failing']);

/** Tries connections, within the same limits as every call. */
export class ConnectionTest {
  readonly #options: ConnectionTestOptions;

  constructor(options: ConnectionTestOptions) {
    this.#options = options;
  }

  /** Throws a MarketError for settings that cannot be used at all, and when it is cancelled. */
  async run(settings: ConnectionSettings, options: AskOptions): Promise<TestReport> {
    switch (settings.kind) {
      case 'sandbox':
        return report(settings, { trials: [], key: 'none', encoding: null });
      case 'node':
        return await testNode(settings, options);
      case 'service':
        return await this.#testService(settings, options);
    }
  }

  /**
   * A token first, which is cheap; then the finder, whose lists tell the encodings apart: the one
   * that is set, then the others until one is understood.
   */
  async #testService(settings: ServiceSettings, options: AskOptions): Promise<TestReport> {
    const set = settings.encoding ?? 'brackets';
    // Checks the addresses and the key before anything takes a turn.
    const clients = new Clients(settings, this.#options.clientOptions);
    const asking = { clients, budget: this.#options.budgets.of(settings), options };
    const trials: TestTrial[] = [];
    let encoding: ParameterEncoding | null = null;
    try {
      const token = await ask(asking, 'tokenInfo', { token: wrappedSolMint }, set, tokenWords);
      trials.push(token);
      if (token.error === null || mendable.has(token.error.kind)) {
        for (const each of [set, ...parameterEncodings.filter((other) => other !== set)]) {
          const parameters = {
            tokensMint: [...testMints],
            tokensMax: 1,
            tokensTimeRange: finderSeconds,
          };
          const trial = await ask(asking, 'finder', parameters, each, finderWords);
          trials.push(trial);
          if (trial.error === null) encoding = each;
          if (trial.error === null || !mendable.has(trial.error.kind)) break;
        }
      }
      if (encoding !== null && encoding !== set && token.error !== null) {
        const parameters = { token: wrappedSolMint };
        trials.push(await ask(asking, 'tokenInfo', parameters, encoding, tokenWords));
      }
    } finally {
      await clients.close();
    }
    return report(settings, { trials, key: keyOf(trials), encoding });
  }
}

async function testNode(settings: NodeSettings, { signal }: AskOptions): Promise<TestReport> {
  const { rpcUrl: url, commitment = 'confirmed' } = settings;
  const dispatcher = nodeDispatcher(url, settings);
  const probes = await probeNode({ url, commitment, signal, ...dispatcher });
  const trials = probes.map(({ method, milliseconds, error, words }) => ({
    what: method,
    encoding: null,
    milliseconds,
    words,
    error: error === null ? null : errorData(error),
  }));
  return report(settings, { trials, key: keyOf(trials), encoding: null });
}

interface Asking {
  readonly clients: Clients;
  readonly budget: KeyBudget;
  readonly options: AskOptions;
}

/** Clients of one service by their encoding, each made when it is wanted. */
class Clients {
  readonly #settings: ServiceSettings;
  readonly #clientOptions: Partial<HttpMarketClientOptions>;
  readonly #clients = new Map<ParameterEncoding, HttpMarketClient>();

  constructor(settings: ServiceSettings, clientOptions: Partial<HttpMarketClientOptions> = {}) {
    this.#settings = settings;
    this.#clientOptions = clientOptions;
    this.of(settings.encoding ?? 'brackets');
  }

  of(encoding: ParameterEncoding): HttpMarketClient {
    const known = this.#clients.get(encoding);
    if (known !== undefined) return known;
    const settings = { ...this.#settings, encoding };
    const client = new HttpMarketClient(clientOptions(settings, this.#clientOptions));
    this.#clients.set(encoding, client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) await client.close();
  }
}

/** One request in one encoding; a failure is part of the trial, but for a cancelled one. */
async function ask<Name extends OperationName>(
  { clients, budget, options }: Asking,
  operation: Name,
  parameters: ParametersOf<Operations[Name]>,
  encoding: ParameterEncoding,
  wordsOf: (answer: unknown, given: unknown) => string,
): Promise<TestTrial> {
  const call: SharedCall = { ...options, operation, waiting: null };
  const admission = new Admission(budget, call);
  let start = performance.now();
  try {
    const read = await admission.send((admitted): Promise<ReadableParts<unknown>> => {
      // The wait for a turn is not the service's.
      start = performance.now();
      return clients.of(encoding).readParts(operation, parameters, admitted);
    });
    const milliseconds = Math.round(performance.now() - start);
    const words = wordsOf(read.parts, parameters);
    const [fault] = read.faults;
    const said = fault === undefined ? words : `${words}; ${fault.message}`;
    return { what: operation, encoding, milliseconds, error: null, words: said };
  } catch (error) {
    if (!MarketError.is(error) || error.kind === 'cancelled') throw error;
    const milliseconds = Math.round(performance.now() - start);
    const words = error.message;
    return { what: operation, encoding, milliseconds, error: errorData(error), words };
  } finally {
    admission.end();
  }
}

function tokenWords(answer: unknown): string {
  const { symbol, decimals } = answer as { symbol?: string; decimals?: number };
  return decimals === undefined
    ? t('told the token {0} with unknown decimals', symbol ?? '')
    : t('told the token {0} with {1} decimals', symbol ?? '', String(decimals));
}

/**
 * Throws a MarketError where the service read the two mints as something else: it answers, but not
 * what was asked.
 */
function finderWords(answer: unknown): string {
  const { tokens, filters } = answer as {
    tokens?: readonly unknown[];
    filters?: { readonly tokensMint?: readonly string[] };
  };
  const echoed = filters?.tokensMint;
  if (echoed !== undefined && !testMints.every((mint) => echoed.includes(mint))) {
    throw new MarketError(
      'bad-parameter',
      t('The finder answered, but not for the mints that were sent: it reads lists in another way'),
    );
  }
  return t('ranked {0} tokens', tokens?.length ?? 0);
}

function keyOf(trials: readonly TestTrial[]): TestReport['key'] {
  if (trials.some(({ error }) => error === null)) return 'accepted';
  if (trials.some(({ error }) => error?.kind === 'plan-lacks-operation')) return 'accepted';
  return trials.some(({ error }) => error?.kind === 'unauthorized') ? 'refused' : 'unknown';
}

function report(
  settings: Parameters<typeof originOf>[0],
  { trials, key, encoding }: Pick<TestReport, 'trials' | 'key' | 'encoding'>,
): TestReport {
  const times = trials
    .filter(({ error }) => error === null)
    .map(({ milliseconds }) => milliseconds);
  // What failed in one encoding and was answered in another works.
  const working = new Set(trials.filter(({ error }) => error === null).map(({ what }) => what));
  return {
    isWorking: trials.every(({ what }) => working.has(what)),
    origin: originOf(settings),
    latencyMilliseconds: times.length === 0 ? null : Math.min(...times),
    key,
    encoding,
    trials,
  };
}
