import { HttpMarketClient } from '../../client/httpMarketClient.ts';
import { isLandingRequestUrl } from '../../client/landingUrl.ts';
import type { LandingChain, SendResult } from '../../engine/chain/landingChain.ts';
import type { Engine } from '../../engine/engine.ts';
import { openSandboxChain } from '../../engine/sandbox/openSandboxChain.ts';
import { recentHistorySeconds, SimulatedSource } from '../../engine/sandbox/simulatedSource.ts';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import type { NetworkOptions } from '../../http/httpRequester.ts';
import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import { environmentNetwork } from '../connections/networkOptions.ts';
import { memoryStore } from '../engines/sourceConfig.ts';
import type { FinderQuery } from '../landing/providerTips.ts';
import { landingParameters, submissionChannel } from '../landing/submissionChannel.ts';
import { type CommandContext, CommandError, takeVariable, UsageError } from './commandLine.ts';
import { parseSeed, takeNodeUrls } from './sourceArguments.ts';

const keyVariable = 'ARBSCOPE_API_KEY';
const landingKeyVariable = 'ARBSCOPE_LANDING_API_KEY';

interface SubmissionTargetOptions {
  readonly seed?: string | undefined;
  readonly 'rpc-url'?: string | undefined;
  readonly 'block-engine-url'?: string | undefined;
  readonly 'landing-url'?: string | undefined;
  readonly 'service-url'?: string | undefined;
  readonly 'trust-loopback'?: boolean | undefined;
  readonly protect?: boolean | undefined;
}

export interface SubmissionTarget {
  /** For display: `Sandbox`, a cluster, or `service`. */
  readonly network: string;
  readonly channel: NonNullable<CheckFacts['submission']>;
  /** The chain for queries, which is not always where transactions are sent. */
  readonly chain: LandingChain | null;
  /** The chain is new in each run, so it has no earlier submissions. */
  readonly isEphemeral: boolean;
  readonly tipSource: { readonly name: string; readonly ask: FinderQuery } | null;
  readonly send: (bytes: Uint8Array) => Promise<SendResult>;
  readonly produceBlock?: () => void;
  close(): Promise<void>;
}

/** Opens the target of the options: a service, a node, otherwise a Sandbox. Throws a UsageError. */
export async function openSubmissionTarget(
  values: SubmissionTargetOptions,
  { environment }: CommandContext,
): Promise<SubmissionTarget> {
  const { url: rpcUrl, blockEngineUrl } = takeNodeUrls(values, environment);
  const network = environmentNetwork(environment);
  const service = openService(
    values,
    takeVariable(environment, keyVariable),
    takeVariable(environment, landingKeyVariable),
    network,
  );
  const isProtected = values.protect === true;
  const options = { frontRunningProtection: isProtected };
  const node =
    rpcUrl === ''
      ? null
      : new RpcSource({
          url: rpcUrl,
          network,
          ...(blockEngineUrl === '' ? {} : { blockEngineUrl }),
        });
  const close = async (): Promise<void> => {
    await Promise.all([node?.close(), service?.client.close()]);
  };
  const chain = node?.landing ?? null;
  const networkName = async () => (chain === null ? 'service' : await chain.network());
  const common = { chain, isEphemeral: false, tipSource: serviceTipSource(service), close };
  try {
    // A node beside a service only answers chain queries; nothing is sent to it.
    if (values['landing-url'] !== undefined && service !== null) {
      const { origin: receiver } = new URL(values['landing-url']);
      return {
        ...common,
        network: await networkName(),
        channel: submissionChannel({ receiver, chain: null, isProtected }),
        send: async (bytes) => {
          const parameters = landingParameters(bytes, options);
          const { result } = await service.client.service.landTransaction(parameters);
          return { signature: result.signature, uuid: result.uuid };
        },
      };
    }
    if (chain !== null) {
      return {
        ...common,
        network: await networkName(),
        channel: describeChannel(chain, isProtected),
        send: (bytes) => chain.send(bytes, options),
      };
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (service !== null) {
    throw new UsageError('--service-url goes with --landing-url or --rpc-url');
  }
  return await openSandboxTarget(parseSeed(values.seed), isProtected);
}

interface Service {
  readonly client: HttpMarketClient;
  /** Host of the data operations; `null` without one, because landing hosts have none. */
  readonly dataHost: string | null;
}

function openService(
  {
    'landing-url': landingUrl,
    'service-url': serviceUrl,
    'trust-loopback': isTrusted = false,
  }: SubmissionTargetOptions,
  apiKey: string,
  landingApiKey: string,
  network: NetworkOptions,
): Service | null {
  const baseUrl = serviceUrl ?? landingUrl;
  if (baseUrl === undefined) return null;
  const which = serviceUrl === undefined ? '--landing-url' : '--service-url';
  if (apiKey === '') throw new UsageError(`${which} requires the API key in ${keyVariable}`);
  const hosts = [baseUrl, landingUrl ?? baseUrl].map((url, at) => {
    if (URL.canParse(url)) return new URL(url);
    throw new UsageError(`${at === 0 ? which : '--landing-url'} must be a URL`);
  });
  if (serviceUrl !== undefined && isLandingRequestUrl(new URL(serviceUrl))) {
    throw new UsageError('--service-url is a landing URL; give it as --landing-url');
  }
  if (hosts[0]?.origin !== hosts[1]?.origin && landingApiKey === '') {
    throw new UsageError(
      `--landing-url has another origin than --service-url and requires its own API key in ${landingKeyVariable}`,
    );
  }
  const client = new HttpMarketClient({
    baseUrl,
    apiKey,
    isTrustedLoopback: () => isTrusted,
    ...network,
    ...(landingUrl === undefined ? {} : { landingUrl }),
    ...(landingApiKey === '' ? {} : { landingApiKey }),
  });
  return { client, dataHost: serviceUrl === undefined ? null : new URL(serviceUrl).host };
}

const serviceTipSource = (service: Service | null): SubmissionTarget['tipSource'] =>
  service === null || service.dataHost === null
    ? null
    : {
        name: service.dataHost,
        ask: (parameters, signal) => service.client.service.finder(parameters, { signal }),
      };

const describeChannel = (
  chain: LandingChain,
  isProtected: boolean,
): SubmissionTarget['channel'] => {
  const { protection, receiver } = chain.submissionEndpoint;
  if (isProtected && protection !== true) throw new CommandError(protection);
  return submissionChannel({ receiver: receiver(isProtected), chain, isProtected });
};

/** A separate Sandbox, with the blockhashes and the market of every Sandbox with this seed. */
async function openSandboxTarget(seed: number, isProtected: boolean): Promise<SubmissionTarget> {
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
  if (chain === undefined) throw new CommandError('The Sandbox has no chain');
  const closing = new AbortController();
  let engine: Promise<Engine> | null = null;
  // Most transactions pay no tip and need no market data.
  const market = (): Promise<Engine> => {
    const config = { kind: 'sandbox', seed, historySeconds: recentHistorySeconds } as const;
    engine ??= import('../engines/openEngine.ts').then(({ openEngine }) =>
      openEngine(config, memoryStore, { signal: closing.signal }),
    );
    return engine;
  };
  return {
    network: 'Sandbox',
    channel: describeChannel(chain, isProtected),
    chain,
    isEphemeral: true,
    tipSource: {
      name: 'Sandbox',
      ask: async (parameters, signal) => (await market()).service.finder(parameters, { signal }),
    },
    send: (bytes) => chain.send(bytes, { frontRunningProtection: isProtected }),
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
