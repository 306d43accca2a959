import { HttpMarketClient } from '../../client/httpMarketClient.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LandingChain, SendOptions, Sent } from '../../engine/landing/landingChain.ts';
import { openSandboxChain } from '../../engine/landing/openSandboxChain.ts';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import { SimulatedSource } from '../../engine/sources/simulated/simulatedSource.ts';
import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import { CommandError, type Terminal, UsageError, wholeNumber } from '../commandLine.ts';
import { serviceMinimumTipLamports, serviceOpenWay } from '../landing/prepareLanding.ts';
import type { AskFinder } from '../landing/tipMarkets.ts';
import { defaultSandboxSeed, memoryStore, openEngine } from '../openEngine.ts';
import { preparedFolderOf } from '../sandboxDay.ts';

const seedBounds = {
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  otherwise: defaultSandboxSeed,
} as const;
const variables = {
  key: 'ARBSCOPE_API_KEY',
  landingKey: 'ARBSCOPE_LANDING_API_KEY',
  rpcUrl: 'ARBSCOPE_RPC_URL',
  blockEngine: 'ARBSCOPE_BLOCK_ENGINE_URL',
} as const;

/** The options that say where it goes, as they were given. */
export interface WayOptions {
  readonly seed?: string | undefined;
  readonly 'rpc-url'?: string | undefined;
  readonly 'block-engine-url'?: string | undefined;
  readonly 'landing-url'?: string | undefined;
  readonly 'service-url'?: string | undefined;
  readonly protect?: boolean | undefined;
}

/** A way to a chain for one run. */
export interface Way {
  /** Shown to people: `Sandbox`, a cluster, or `service`. */
  readonly network: string;
  readonly channel: NonNullable<CheckFacts['channel']>;
  /** The chain that can be asked, which is not always the way that transactions go. */
  readonly chain: LandingChain | null;
  /** A chain that is new with each run: nothing was sent to it before. */
  readonly isNew: boolean;
  /** What tells of the market's tips, and its name; `null` where nothing does. */
  readonly market: { readonly name: string; readonly ask: AskFinder } | null;
  readonly send: (bytes: Uint8Array) => Promise<Sent>;
  /** Lets a chain of one's own go on to its next block. */
  readonly goOn?: () => void;
  close(): Promise<void>;
}

/** Opens what the options name: a service, a node, otherwise a Sandbox. Throws a UsageError. */
export async function openWay(values: WayOptions, { environment }: Terminal): Promise<Way> {
  const rpcUrl = values['rpc-url'] ?? environment[variables.rpcUrl] ?? '';
  const blockEngineUrl = values['block-engine-url'] ?? environment[variables.blockEngine] ?? '';
  const service = clientOf(values, environment);
  // What is left in the environment would stand in every crash report.
  for (const name of Object.values(variables)) delete process.env[name];
  const options = { frontRunningProtection: values.protect === true };
  const node =
    rpcUrl === ''
      ? null
      : new RpcSource({ url: rpcUrl, ...(blockEngineUrl === '' ? {} : { blockEngineUrl }) });
  const close = async (): Promise<void> => {
    await Promise.all([node?.close(), service?.client.close()]);
  };
  try {
    if (values['landing-url'] !== undefined && service !== null) {
      return await serviceWay(
        service,
        values['landing-url'],
        node?.landing ?? null,
        options,
        close,
      );
    }
    if (node !== null) return await nodeWay(node.landing, service, options, close);
  } catch (error) {
    await close();
    throw error;
  }
  if (service !== null) {
    throw new UsageError('--service-url goes with --landing-url or --rpc-url');
  }
  return await sandboxWay(wholeNumber('--seed', values.seed, seedBounds), options);
}

interface Service {
  readonly client: HttpMarketClient;
  /** Shown to people. */
  readonly host: string;
}

/** The service that takes transactions, tells of tips, or both. */
function clientOf(
  { 'landing-url': landingUrl, 'service-url': serviceUrl }: WayOptions,
  environment: Terminal['environment'],
): Service | null {
  const baseUrl = serviceUrl ?? landingUrl;
  if (baseUrl === undefined) return null;
  const apiKey = environment[variables.key] ?? '';
  const landingApiKey = environment[variables.landingKey] ?? '';
  const which = serviceUrl === undefined ? '--landing-url' : '--service-url';
  if (apiKey === '') throw new UsageError(`${which} needs the API key in ${variables.key}`);
  const hosts = [baseUrl, landingUrl ?? baseUrl].map((url, at) => {
    if (URL.canParse(url)) return new URL(url);
    throw new UsageError(`${at === 0 ? which : '--landing-url'} must be a URL`);
  });
  if (hosts[0]?.origin !== hosts[1]?.origin && landingApiKey === '') {
    throw new UsageError(
      `--landing-url has another origin than --service-url, and needs its own key in ${variables.landingKey}`,
    );
  }
  const client = new HttpMarketClient({
    baseUrl,
    apiKey,
    ...(landingUrl === undefined ? {} : { landingUrl }),
    ...(landingApiKey === '' ? {} : { landingApiKey }),
  });
  return { client, host: hosts[0]?.host ?? '' };
}

const marketOf = (service: Service | null): Way['market'] =>
  service === null
    ? null
    : {
        name: service.host,
        ask: (parameters, signal) => service.client.service.finder(parameters, { signal }),
      };

const channelOf = (
  { channel }: LandingChain,
  { frontRunningProtection: isProtected = false }: SendOptions,
): Way['channel'] => {
  if (isProtected && channel.protection !== true) throw new CommandError(channel.protection);
  return {
    host: channel.host,
    isBundleOnly: isProtected,
    openWay: channel.openWay,
    simulates: channel.simulates,
    provider: channel.provider(isProtected),
    minimumTipLamports: channel.minimumTipLamports(isProtected),
  };
};

/** Through a service; a node beside it is asked about the chain, and gets nothing sent. */
async function serviceWay(
  service: Service,
  landingUrl: string,
  chain: LandingChain | null,
  options: SendOptions,
  close: Way['close'],
): Promise<Way> {
  const { host } = new URL(landingUrl);
  return {
    network: chain === null ? 'service' : await chain.network(),
    channel: {
      host,
      isBundleOnly: options.frontRunningProtection === true,
      openWay: serviceOpenWay,
      simulates: false,
      provider: null,
      minimumTipLamports: serviceMinimumTipLamports,
    },
    chain,
    isNew: false,
    market: marketOf(service),
    send: async (bytes) => {
      const { result } = await service.client.service.landTransaction({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [Buffer.from(bytes).toString('base64'), options],
      });
      return { signature: result.signature, uuid: result.uuid };
    },
    close,
  };
}

async function nodeWay(
  chain: LandingChain,
  service: Service | null,
  options: SendOptions,
  close: Way['close'],
): Promise<Way> {
  return {
    network: await chain.network(),
    channel: channelOf(chain, options),
    chain,
    isNew: false,
    market: marketOf(service),
    send: (bytes) => chain.send(bytes, options),
    close,
  };
}

/** A Sandbox of its own: its blockhashes and its market are those of every Sandbox with the seed. */
async function sandboxWay(seed: number, options: SendOptions): Promise<Way> {
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
  const closing = new AbortController();
  let engine: Promise<Engine> | null = null;
  // Most transactions tip nobody: then the market is not needed.
  const market = (): Promise<Engine> => {
    const choice = { kind: 'sandbox', seed, ...preparedFolderOf(seed) } as const;
    engine ??= openEngine(choice, memoryStore, { signal: closing.signal });
    return engine;
  };
  return {
    network: 'Sandbox',
    channel: channelOf(chain, options),
    chain,
    isNew: true,
    market: {
      name: 'Sandbox',
      ask: async (parameters, signal) => (await market()).service.finder(parameters, { signal }),
    },
    send: (bytes) => chain.send(bytes, options),
    goOn: () => chain.produce(Math.floor(source.now() / 1_000) + 1),
    close: async () => {
      closing.abort();
      await engine?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}
