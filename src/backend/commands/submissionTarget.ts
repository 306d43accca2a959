import { HttpMarketClient } from '../../client/httpMarketClient.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LandingChain, SendOptions, SendResult } from '../../engine/landing/landingChain.ts';
import { openSandboxChain } from '../../engine/landing/openSandboxChain.ts';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import { SimulatedSource } from '../../engine/sources/simulated/simulatedSource.ts';
import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import type { FinderQuery } from '../landing/providerTips.ts';
import { serviceMinimumTipLamports, serviceSubmissionPath } from '../landing/runLandingChecks.ts';
import { defaultSandboxSeed, memoryStore, openEngine } from '../openEngine.ts';
import { type CommandContext, CommandError, parseInteger, UsageError } from './commandLine.ts';

const seedBounds = {
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  otherwise: defaultSandboxSeed,
} as const;
const environmentVariables = {
  key: 'ARBSCOPE_API_KEY',
  landingKey: 'ARBSCOPE_LANDING_API_KEY',
  rpcUrl: 'ARBSCOPE_RPC_URL',
  blockEngine: 'ARBSCOPE_BLOCK_ENGINE_URL',
} as const;

/** The options that say where it goes, as they were given. */
export interface SubmissionTargetOptions {
  readonly seed?: string | undefined;
  readonly 'rpc-url'?: string | undefined;
  readonly 'block-engine-url'?: string | undefined;
  readonly 'landing-url'?: string | undefined;
  readonly 'service-url'?: string | undefined;
  readonly protect?: boolean | undefined;
}

/** A way to a chain for one run. */
export interface SubmissionTarget {
  /** Shown to people: `Sandbox`, a cluster, or `service`. */
  readonly network: string;
  readonly channel: NonNullable<CheckFacts['submission']>;
  /** The chain that can be asked, which is not always the way that transactions go. */
  readonly chain: LandingChain | null;
  /** A chain that is new with each run: nothing was sent to it before. */
  readonly isEphemeral: boolean;
  /** What tells of the market's tips, and its name; `null` where nothing does. */
  readonly tipSource: { readonly name: string; readonly ask: FinderQuery } | null;
  readonly send: (bytes: Uint8Array) => Promise<SendResult>;
  /** Lets a chain of one's own go on to its next block. */
  readonly produceBlock?: () => void;
  close(): Promise<void>;
}

/** Opens what the options name: a service, a node, otherwise a Sandbox. Throws a UsageError. */
export async function openSubmissionTarget(
  values: SubmissionTargetOptions,
  { environment }: CommandContext,
): Promise<SubmissionTarget> {
  const rpcUrl = values['rpc-url'] ?? environment[environmentVariables.rpcUrl] ?? '';
  const blockEngineUrl =
    values['block-engine-url'] ?? environment[environmentVariables.blockEngine] ?? '';
  const service = openService(values, environment);
  // What is left in the environment would stand in every crash report.
  for (const name of Object.values(environmentVariables)) delete process.env[name];
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
      return await openServiceTarget(
        service,
        values['landing-url'],
        node?.landing ?? null,
        options,
        close,
      );
    }
    if (node !== null) return await openNodeTarget(node.landing, service, options, close);
  } catch (error) {
    await close();
    throw error;
  }
  if (service !== null) {
    throw new UsageError('--service-url goes with --landing-url or --rpc-url');
  }
  return await openSandboxTarget(parseInteger('--seed', values.seed, seedBounds), options);
}

interface Service {
  readonly client: HttpMarketClient;
  /** Shown to people. */
  readonly host: string;
}

/** The service that takes transactions, tells of tips, or both. */
function openService(
  { 'landing-url': landingUrl, 'service-url': serviceUrl }: SubmissionTargetOptions,
  environment: CommandContext['environment'],
): Service | null {
  const baseUrl = serviceUrl ?? landingUrl;
  if (baseUrl === undefined) return null;
  const apiKey = environment[environmentVariables.key] ?? '';
  const landingApiKey = environment[environmentVariables.landingKey] ?? '';
  const which = serviceUrl === undefined ? '--landing-url' : '--service-url';
  if (apiKey === '')
    throw new UsageError(`${which} needs the API key in ${environmentVariables.key}`);
  const hosts = [baseUrl, landingUrl ?? baseUrl].map((url, at) => {
    if (URL.canParse(url)) return new URL(url);
    throw new UsageError(`${at === 0 ? which : '--landing-url'} must be a URL`);
  });
  if (hosts[0]?.origin !== hosts[1]?.origin && landingApiKey === '') {
    throw new UsageError(
      `--landing-url has another origin than --service-url, and needs its own key in ${environmentVariables.landingKey}`,
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

const serviceTipSource = (service: Service | null): SubmissionTarget['tipSource'] =>
  service === null
    ? null
    : {
        name: service.host,
        ask: (parameters, signal) => service.client.service.finder(parameters, { signal }),
      };

const describeChannel = (
  { submissionEndpoint }: LandingChain,
  { frontRunningProtection: isProtected = false }: SendOptions,
): SubmissionTarget['channel'] => {
  if (isProtected && submissionEndpoint.protection !== true)
    throw new CommandError(submissionEndpoint.protection);
  return {
    host: submissionEndpoint.host,
    isBundleOnly: isProtected,
    openPathDescription: submissionEndpoint.openPathDescription,
    simulates: submissionEndpoint.simulates,
    provider: submissionEndpoint.provider(isProtected),
    minimumTipLamports: submissionEndpoint.minimumTipLamports(isProtected),
  };
};

/** Through a service; a node beside it is asked about the chain, and gets nothing sent. */
async function openServiceTarget(
  service: Service,
  landingUrl: string,
  chain: LandingChain | null,
  options: SendOptions,
  close: SubmissionTarget['close'],
): Promise<SubmissionTarget> {
  const { host } = new URL(landingUrl);
  return {
    network: chain === null ? 'service' : await chain.network(),
    channel: {
      host,
      isBundleOnly: options.frontRunningProtection === true,
      openPathDescription: serviceSubmissionPath,
      simulates: false,
      provider: null,
      minimumTipLamports: serviceMinimumTipLamports,
    },
    chain,
    isEphemeral: false,
    tipSource: serviceTipSource(service),
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

async function openNodeTarget(
  chain: LandingChain,
  service: Service | null,
  options: SendOptions,
  close: SubmissionTarget['close'],
): Promise<SubmissionTarget> {
  return {
    network: await chain.network(),
    channel: describeChannel(chain, options),
    chain,
    isEphemeral: false,
    tipSource: serviceTipSource(service),
    send: (bytes) => chain.send(bytes, options),
    close,
  };
}

/** A Sandbox of its own: its blockhashes and its market are those of every Sandbox with the seed. */
async function openSandboxTarget(seed: number, options: SendOptions): Promise<SubmissionTarget> {
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
    engine ??= openEngine({ kind: 'sandbox', seed }, memoryStore, { signal: closing.signal });
    return engine;
  };
  return {
    network: 'Sandbox',
    channel: describeChannel(chain, options),
    chain,
    isEphemeral: true,
    tipSource: {
      name: 'Sandbox',
      ask: async (parameters, signal) => (await market()).service.finder(parameters, { signal }),
    },
    send: (bytes) => chain.send(bytes, options),
    produceBlock: () => chain.produceBlock(Math.floor(source.now() / 1_000) + 1),
    close: async () => {
      closing.abort();
      await engine?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}
