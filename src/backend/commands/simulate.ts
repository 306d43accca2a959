import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import { maxSimulatedTransactions } from '../../api/arbscope/simulate.ts';
import { HttpMarketClient } from '../../client/httpMarketClient.ts';
import { nameSimulation } from '../../engine/idl/nameSimulation.ts';
import { recentHistorySeconds } from '../../engine/sandbox/simulatedSource.ts';
import type { NetworkOptions } from '../../http/httpRequester.ts';
import { environmentNetwork } from '../connections/networkOptions.ts';
import { memoryStore, type SourceConfig } from '../engines/sourceConfig.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  takeVariable,
  UsageError,
  writeJson,
  writeLine,
} from './commandLine.ts';
import { formatUsage, parseArguments, parseOperand, url as urlOption } from './commandOptions.ts';
import { idlOption, readIdlArguments } from './idlArguments.ts';
import { readTransactions } from './readTransactions.ts';
import { simulationLines } from './simulationLines.ts';
import { parseSeed, seedOption, takeNodeUrls } from './sourceArguments.ts';

const keyVariable = 'ARBSCOPE_API_KEY';

const syntax = {
  command: 'simulate',
  operands: 'FILE|TRANSACTION|-',
  options: {
    json: {},
    idl: idlOption,
    seed: seedOption,
    'rpc-url': { ...urlOption, excludes: ['seed'] },
    'block-engine-url': { ...urlOption, excludes: ['seed'] },
    'service-url': { ...urlOption, excludes: ['rpc-url', 'block-engine-url', 'seed'] },
    'trust-loopback': { goesWith: ['service-url'] },
  },
} as const;

export const simulateCommand: Command = {
  usage: formatUsage(syntax),
  summary: 'Print what transactions, signed or not, would do and earn. Nothing is sent.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const path = parseOperand(positionals, syntax);
    const open = chooseTarget(values, terminal);
    const idls = await readIdlArguments(values.idl, terminal);
    const { transactions } = await readTransactions(path, terminal.signal);
    if (transactions.length > maxSimulatedTransactions) {
      throw new CommandError(
        `The input has ${transactions.length} transactions; the limit is ${maxSimulatedTransactions}`,
      );
    }
    const target = await open();
    try {
      const texts = transactions.map((bytes) => Buffer.from(bytes).toString('base64'));
      const returned = await target.service.simulate(
        { transactions: texts },
        { signal: terminal.signal },
      );
      const simulation = nameSimulation(returned, idls);
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
): SimulationTarget {
  const isTrustedLoopback = () => isTrusted;
  const client = new HttpMarketClient({ baseUrl, apiKey, isTrustedLoopback, ...network });
  return { service: client.arbscope, close: () => client.close() };
}
