import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import { maxSimulatedTransactions } from '../../api/arbscope/simulate.ts';
import { HttpMarketClient } from '../../client/httpMarketClient.ts';
import { recentHistorySeconds } from '../../engine/sandbox/simulatedSource.ts';
import type { NetworkOptions } from '../../http/httpRequester.ts';
import { environmentNetwork } from '../connections/networkOptions.ts';
import { memoryStore, type SourceConfig } from '../engines/sourceConfig.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  parseArguments,
  takeVariable,
  UsageError,
  writeJson,
  writeLine,
} from './commandLine.ts';
import { readTransactions } from './readTransactions.ts';
import { simulationLines } from './simulationLines.ts';
import { parseSeed, takeNodeUrls } from './sourceArguments.ts';

const keyVariable = 'ARBSCOPE_API_KEY';

export const simulateCommand: Command = {
  usage:
    'simulate FILE|TRANSACTION|- [--json] [--seed N] [--rpc-url URL] [--block-engine-url URL]\n' +
    '          [--service-url URL] [--trust-loopback]',
  summary: 'Print what transactions, signed or not, would do and earn. Nothing is sent.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, {
      json: { type: 'boolean' },
      seed: { type: 'string' },
      'rpc-url': { type: 'string' },
      'block-engine-url': { type: 'string' },
      'service-url': { type: 'string' },
      'trust-loopback': { type: 'boolean' },
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) {
      throw new UsageError('simulate needs one FILE or TRANSACTION, or -');
    }
    const open = chooseTarget(values, terminal);
    const { transactions } = await readTransactions(path, terminal.signal);
    if (transactions.length > maxSimulatedTransactions) {
      throw new CommandError(
        `The input has ${transactions.length} transactions; the limit is ${maxSimulatedTransactions}`,
      );
    }
    const target = await open();
    try {
      const texts = transactions.map((bytes) => Buffer.from(bytes).toString('base64'));
      const simulation = await target.service.simulate(
        { transactions: texts },
        { signal: terminal.signal },
      );
      if (values.json === true) await writeJson(terminal.stdout, simulation);
      else await writeLine(terminal.stdout, ...simulationLines(simulation));
      return simulation.transactions.every((each) => each.is_success) ? 0 : 1;
    } finally {
      await target.close();
    }
  },
};

interface SimulationOptions {
  readonly seed?: string | undefined;
  readonly 'rpc-url'?: string | undefined;
  readonly 'block-engine-url'?: string | undefined;
  readonly 'service-url'?: string | undefined;
  readonly 'trust-loopback'?: boolean | undefined;
}

interface SimulationTarget {
  readonly service: Pick<ArbscopeService, 'simulate'>;
  close(): Promise<void>;
}

/** How to open the target of the options. Throws a UsageError before anything is read or opened. */
function chooseTarget(
  values: SimulationOptions,
  { environment, signal }: CommandContext,
): () => Promise<SimulationTarget> {
  const { url, blockEngineUrl } = takeNodeUrls(values, environment);
  const apiKey = takeVariable(environment, keyVariable);
  const network = environmentNetwork(environment);
  const [first, second] = (['service-url', 'rpc-url', 'seed'] as const).filter(
    (option) => values[option] !== undefined,
  );
  if (second !== undefined) throw new UsageError(`--${first} does not go with --${second}`);
  const serviceUrl = values['service-url'];
  if (serviceUrl !== undefined) {
    if (apiKey === '') throw new UsageError(`--service-url requires the API key in ${keyVariable}`);
    if (!URL.canParse(serviceUrl)) throw new UsageError('--service-url must be a URL');
    const isTrusted = values['trust-loopback'] === true;
    return async () => openService(serviceUrl, apiKey, isTrusted, network);
  }
  // An option that selects the Sandbox overrides a variable that selects a node.
  const source: SourceConfig =
    url === '' || values.seed !== undefined
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
): SimulationTarget {
  const isTrustedLoopback = () => isTrusted;
  const client = new HttpMarketClient({ baseUrl, apiKey, isTrustedLoopback, ...network });
  return { service: client.arbscope, close: () => client.close() };
}
