import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { HttpMarketClient } from '../../client/httpMarketClient.ts';
import type { LandingChain } from '../../engine/landing/landingChain.ts';
import { openSandboxChain } from '../../engine/landing/openSandboxChain.ts';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import { SimulatedSource } from '../../engine/sources/simulated/simulatedSource.ts';
import { MarketError } from '../../interface/marketError.ts';
import { stringifyWire } from '../../interface/wire.ts';
import { readTransactionFile } from '../../solana/landing/readTransactions.ts';
import { maySend, type TransactionReport } from '../../solana/landing/transactionReport.ts';
import {
  type Command,
  CommandError,
  readArguments,
  type Terminal,
  UsageError,
  wholeNumber,
  wordsOf,
  writeLine,
} from '../commandLine.ts';
import {
  prepareLanding,
  serviceMinimumTipLamports,
  serviceOpenWay,
} from '../landing/prepareLanding.ts';
import { defaultSandboxSeed } from '../openEngine.ts';

const largestInputBytes = 4_000_000;
const seedBounds = {
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  otherwise: defaultSandboxSeed,
} as const;
const keyVariable = 'ARBSCOPE_API_KEY';
const rpcUrlVariable = 'ARBSCOPE_RPC_URL';
const blockEngineVariable = 'ARBSCOPE_BLOCK_ENGINE_URL';

/** A way to a chain for one run. */
interface Way {
  readonly network: string;
  readonly chain: LandingChain | null;
  readonly host: string;
  readonly send: (bytes: Uint8Array) => Promise<{ signature: string; uuid: string }>;
  /** After everything was sent; what the chain says of it by then. */
  readonly statuses: (signatures: readonly string[]) => Promise<readonly unknown[] | null>;
  close(): Promise<void>;
}

/** Checks signed transactions and sends those that nothing forbids to send. */
export const landCommand: Command = {
  usage:
    'land FILE|- [--check] [--strict] [--protect] [--seed N] [--rpc-url URL]\n' +
    '          [--block-engine-url URL] [--landing-url URL]\n' +
    '          [--wallet ADDRESS ...] [--cluster NAME]',
  summary: 'Check signed transactions, send them (not with --check), and print both as JSON.',
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, {
      check: { type: 'boolean' },
      strict: { type: 'boolean' },
      protect: { type: 'boolean' },
      seed: { type: 'string' },
      'rpc-url': { type: 'string' },
      'block-engine-url': { type: 'string' },
      'landing-url': { type: 'string' },
      wallet: { type: 'string', multiple: true },
      cluster: { type: 'string' },
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new UsageError('land needs one FILE, or -');
    const input = readTransactionFile(await inputOf(path));
    if (input.kind === 'secret-key') {
      throw new CommandError(
        'the input holds a secret key: nothing of it was sent or printed. Whoever has it can move the funds',
      );
    }
    if (input.kind !== 'transactions') {
      throw new CommandError(input.kind === 'wrong' ? input.reason : 'the input is empty');
    }
    const isProtected = values.protect === true;
    const way = await openWay(values, terminal, isProtected);
    try {
      const transactions = input.transactions.map(({ bytes }) => bytes);
      const reports = await prepareLanding({
        transactions,
        chain: way.chain,
        channel: {
          host: way.host,
          isBundleOnly: isProtected,
          openWay: way.chain?.channel.openWay ?? serviceOpenWay,
          simulates: way.chain?.channel.simulates ?? false,
          provider: way.chain?.channel.provider(isProtected) ?? null,
          minimumTipLamports:
            way.chain?.channel.minimumTipLamports(isProtected) ?? serviceMinimumTipLamports,
        },
        ...(values.wallet === undefined ? {} : { wallets: new Set(values.wallet) }),
        ...(values.cluster === undefined ? {} : { expectedCluster: values.cluster }),
        signal: terminal.ended,
      });
      const isGood = (report: TransactionReport) =>
        maySend(report) &&
        (values.strict !== true || report.findings.every(({ rank }) => rank !== 'warn'));
      const mayAll = reports.every(isGood);
      // All or none: what belongs together is not sent in part.
      const answers = values.check === true || !mayAll ? null : await sendAll(way, transactions);
      const signatures = (answers ?? []).flatMap(({ signature }) => signature ?? []);
      const statuses = signatures.length === 0 ? null : await way.statuses(signatures);
      const result = { network: way.network, host: way.host, maySend: mayAll, reports };
      await writeLine(
        terminal.stdout,
        stringifyWire({ ...result, sent: answers, ...(statuses === null ? {} : { statuses }) }),
      );
      const isSent = answers === null || answers.every(({ error }) => error === undefined);
      return mayAll && isSent ? 0 : 1;
    } finally {
      await way.close();
    }
  },
};

interface Answer {
  readonly signature?: string;
  readonly uuid?: string;
  readonly error?: { readonly kind: string; readonly message: string };
}

async function sendAll(way: Way, transactions: readonly Uint8Array[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const bytes of transactions) {
    try {
      answers.push(await way.send(bytes));
    } catch (error) {
      const kind = MarketError.is(error) ? error.kind : 'service-failing';
      answers.push({ error: { kind, message: wordsOf(error) } });
      // What follows may depend on it.
      break;
    }
  }
  return answers;
}

async function inputOf(path: string): Promise<Uint8Array> {
  if (path !== '-') {
    try {
      return Uint8Array.from(await readFile(path));
    } catch (error) {
      throw new CommandError(`cannot read ${path}: ${wordsOf(error)}`);
    }
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stdin) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size > largestInputBytes) throw new CommandError('the input is too long');
  }
  return Uint8Array.from(Buffer.concat(pieces));
}

interface WayOptions {
  readonly seed?: string | undefined;
  readonly 'rpc-url'?: string | undefined;
  readonly 'block-engine-url'?: string | undefined;
  readonly 'landing-url'?: string | undefined;
}

async function openWay(
  values: WayOptions,
  { environment }: Terminal,
  isProtected: boolean,
): Promise<Way> {
  const rpcUrl = values['rpc-url'] ?? environment[rpcUrlVariable] ?? '';
  const blockEngineUrl = values['block-engine-url'] ?? environment[blockEngineVariable] ?? '';
  const landingUrl = values['landing-url'];
  const apiKey = environment[keyVariable] ?? '';
  for (const name of [rpcUrlVariable, blockEngineVariable, keyVariable]) delete process.env[name];
  const options = { frontRunningProtection: isProtected };
  if (landingUrl !== undefined) {
    if (apiKey === '') throw new UsageError(`--landing-url needs the API key in ${keyVariable}`);
    const client = new HttpMarketClient({ baseUrl: landingUrl, landingUrl, apiKey });
    return {
      network: 'service',
      chain: null,
      host: new URL(landingUrl).host,
      send: async (bytes) => {
        const { result } = await client.service.landTransaction({
          jsonrpc: '2.0',
          id: 1,
          method: 'sendTransaction',
          params: [Buffer.from(bytes).toString('base64'), options],
        });
        return { signature: result.signature, uuid: result.uuid };
      },
      statuses: async () => null,
      close: () => client.close(),
    };
  }
  if (rpcUrl !== '') {
    const engine = blockEngineUrl === '' ? {} : { blockEngineUrl };
    const source = new RpcSource({ url: rpcUrl, ...engine });
    const chain = source.landing;
    return {
      network: await chain.network(),
      chain,
      host: chain.channel.host,
      send: (bytes) => chain.send(bytes, options),
      statuses: (signatures) => chain.statuses(signatures),
      close: () => source.close(),
    };
  }
  return await sandboxWay(wholeNumber('--seed', values.seed, seedBounds));
}

/** A Sandbox of its own: its blockhashes are those of every Sandbox with the seed. */
async function sandboxWay(seed: number): Promise<Way> {
  const make = await openSandboxChain();
  const made: ReturnType<typeof make>[] = [];
  const source = new SimulatedSource({
    seed,
    historySeconds: 1,
    landing: (clock) => {
      const chain = make(clock);
      made.push(chain);
      return chain;
    },
  });
  const [chain] = made;
  if (chain === undefined) throw new CommandError('the Sandbox has no chain');
  return {
    network: 'Sandbox',
    chain,
    host: chain.channel.host,
    send: (bytes) => chain.send(bytes, {}),
    statuses: (signatures) => {
      chain.produce(Math.floor(source.now() / 1_000) + 1);
      return chain.statuses(signatures);
    },
    close: async () => undefined,
  };
}
