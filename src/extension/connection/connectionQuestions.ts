import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import { serviceUrl } from '../../interface/serviceUrl.ts';
import { type ServiceTier, serviceTiers } from '../../market/connectionProtocol.ts';
import type { Complaint, Prompter } from '../prompts/prompter.ts';
import { type AskStep, askSteps } from '../prompts/steps.ts';
import { plainUrl } from './connectionEntries.ts';
import { complaintOfKey, complaintOfRpcUrl, complaintOfUrl } from './connectionInput.ts';
import { complaintOfName } from './connectionNames.ts';
import type { NodeConnection, OwnConnection, ServiceConnection } from './connections.ts';
import { originsOf } from './connections.ts';

/** What a user said of a connection. */
export interface ConnectionAnswers {
  readonly connection: OwnConnection;
  /** Null: none was given, so what is kept for its origins, if anything, stays. */
  readonly secret: string | null;
}

/** The answers while they are being given: text as it was typed. */
interface Draft {
  readonly kind: OwnConnection['kind'] | null;
  readonly name: string;
  readonly baseUrl: string;
  readonly landingUrl: string;
  readonly tier: ServiceTier;
  readonly rpcUrl: string;
  readonly blockEngineUrl: string;
  readonly apiKey: string;
}

export interface ConnectionQuestionsOptions {
  readonly prompter: Prompter;
  /** Names of the other connections. */
  readonly taken: readonly string[];
  /** The connection that is changed; null for a new one. */
  readonly current: OwnConnection | null;
  /** Whether a secret is kept for the origins of a connection. */
  readonly hasSecret: (connection: OwnConnection) => Promise<boolean>;
}

type Ask = AskStep<Draft>;

/** Asks for a new connection, or for what is to change of one; `null` when the user gave up. */
export async function askConnection(
  options: ConnectionQuestionsOptions,
): Promise<ConnectionAnswers | null> {
  const { current } = options;
  const questions = new ConnectionQuestions(options);
  const draft = await askSteps(draftOf(current), ({ kind }) => [
    // What a connection is cannot be changed: it would be another one.
    ...(current === null ? [questions.kind] : []),
    ...(kind === 'node' ? questions.ofNode : questions.ofService),
  ]);
  if (draft === null) return null;
  const connection = connectionOf(draft, current);
  const secret = draft.kind === 'node' ? draft.rpcUrl.trim() : draft.apiKey.trim();
  return { connection, secret: secret === '' ? null : secret };
}

class ConnectionQuestions {
  readonly #options: ConnectionQuestionsOptions;
  readonly #title: string;

  constructor(options: ConnectionQuestionsOptions) {
    this.#options = options;
    this.#title =
      options.current === null ? t('Add Connection') : t('Edit {0}', options.current.name);
  }

  get ofService(): readonly Ask[] {
    return [this.name, this.baseUrl, this.landingUrl, this.tier, this.apiKey];
  }

  get ofNode(): readonly Ask[] {
    return [this.name, this.rpcUrl, this.blockEngineUrl];
  }

  readonly kind: Ask = async (draft, place) => {
    const answer = await this.#options.prompter.choose<OwnConnection['kind']>({
      title: this.#title,
      ...place,
      placeholder: t('What should answer?'),
      choices: [
        {
          label: t('$(cloud) Service'),
          description: t('a remote service'),
          detail: t('Needs its base URL and an API key.'),
          value: 'service',
        },
        {
          label: t('$(server) Node'),
          description: t('your own Solana RPC node'),
          detail: t('The embedded engine follows its blocks. Needs an RPC URL.'),
          value: 'node',
        },
      ],
    });
    return typeof answer === 'string' ? answer : { ...draft, kind: answer.value };
  };

  readonly name: Ask = async (draft, place) => {
    const { taken } = this.#options;
    return await this.#text(draft, place, 'name', {
      prompt: t('Name, as the status bar shows it'),
      placeholder: draft.kind === 'node' ? t('My node') : t('My service'),
      check: (text) => complaintFrom(text, complaintOfName(text, taken)),
    });
  };

  readonly baseUrl: Ask = async (draft, place) =>
    await this.#text(draft, place, 'baseUrl', {
      prompt: t('Base URL of the service: https, or http on this machine'),
      placeholder: 'https://api.example.com',
      check: (text) => complaintOfUrl(text, t('base URL')),
    });

  readonly landingUrl: Ask = async (draft, place) =>
    await this.#text(draft, place, 'landingUrl', {
      prompt: t('Landing URL, where signed transactions go. Leave it empty if it lands none'),
      placeholder: 'https://landing.example.com',
      check: (text) => (text.trim() === '' ? null : complaintOfUrl(text, t('landing URL'))),
    });

  readonly tier: Ask = async (draft, place) => {
    const answer = await this.#options.prompter.choose<ServiceTier>({
      title: this.#title,
      ...place,
      placeholder: t('Which of the published request rates does the key have?'),
      choices: serviceTiers.map((tier) => ({
        label: tierLabels[tier],
        detail: tierDetails[tier],
        value: tier,
        isCurrent: tier === draft.tier,
      })),
    });
    return typeof answer === 'string' ? answer : { ...draft, tier: answer.value };
  };

  readonly apiKey: Ask = async (draft, place) => {
    const connection = connectionOf(draft, this.#options.current);
    const isKept = await this.#options.hasSecret(connection);
    return await this.#text(draft, place, 'apiKey', {
      prompt: apiKeyPrompt(originsOf(connection)),
      placeholder: isKept
        ? t('Leave it empty to keep the key')
        : t('Leave it empty to enter it later'),
      isSecret: true,
      check: (text) => (text.trim() === '' ? null : complaintOfKey(text)),
    });
  };

  readonly rpcUrl: Ask = async (draft, place) => {
    const { current } = this.#options;
    const isKept = current !== null && (await this.#options.hasSecret(current));
    return await this.#text(draft, place, 'rpcUrl', {
      prompt: rpcUrlPrompt,
      placeholder: isKept
        ? t('Leave it empty to keep the URL')
        : 'https://rpc.example.com/?api-key=…',
      isSecret: true,
      check: (text) => (text.trim() === '' && isKept ? null : complaintOfRpcUrl(text)),
    });
  };

  readonly blockEngineUrl: Ask = async (draft, place) =>
    await this.#text(draft, place, 'blockEngineUrl', {
      prompt: t(
        'URL of a Jito block engine, for transactions with protection from front running. Leave it empty to do without',
      ),
      placeholder: 'https://mainnet.block-engine.jito.wtf',
      check: (text) => (text.trim() === '' ? null : complaintOfUrl(text, t('block engine URL'))),
    });

  async #text(
    draft: Draft,
    place: { readonly step: number; readonly totalSteps: number },
    member: Exclude<keyof Draft, 'kind' | 'tier'>,
    step: {
      readonly prompt: string;
      readonly placeholder: string;
      readonly isSecret?: boolean;
      readonly check: (text: string) => Complaint | null;
    },
  ): Promise<Draft | 'back' | 'cancelled'> {
    const answer = await this.#options.prompter.text({
      title: this.#title,
      ...place,
      ...step,
      value: draft[member],
    });
    return typeof answer === 'string' ? answer : { ...draft, [member]: answer.text.trim() };
  }
}

/** Says where a key will be sent, before it is typed. */
export const apiKeyPrompt = (origins: readonly string[]): string =>
  t(
    'API key. It is kept in the editor’s secret storage and sent to {0} only',
    origins.join(` ${t('and')} `),
  );

export const rpcUrlPrompt = t(
  'RPC URL of the node, with its key if it has one. It is kept in the editor’s secret storage',
);

const tierLabels: Readonly<Record<ServiceTier, string>> = {
  low: t('Lowest, or not known'),
  middle: t('Middle'),
  high: t('Highest'),
};

const tierDetails: Readonly<Record<ServiceTier, string>> = {
  low: t('Token info and transactions 30 per minute, wallets 1, market cache 10'),
  middle: t('Token info 120 per minute, transactions 60, wallets 3, market cache 25'),
  high: t('As the middle one; landing 100 per second'),
};

const complaintFrom = (text: string, message: string | null): Complaint | null =>
  message === null ? null : { message, severity: text.trim() === '' ? 'info' : 'error' };

function draftOf(current: OwnConnection | null): Draft {
  const empty: Draft = {
    kind: null,
    name: '',
    baseUrl: '',
    landingUrl: '',
    tier: serviceTiers[0],
    rpcUrl: '',
    blockEngineUrl: '',
    apiKey: '',
  };
  if (current === null) return empty;
  const { kind, name } = current;
  if (current.kind === 'node') {
    return { ...empty, kind, name, blockEngineUrl: current.blockEngineUrl ?? '' };
  }
  const { baseUrl, landingUrl, tier } = current;
  return { ...empty, kind, name, baseUrl, landingUrl: landingUrl ?? '', tier };
}

function connectionOf(draft: Draft, current: OwnConnection | null): OwnConnection {
  return draft.kind === 'node' ? nodeOf(draft, current) : serviceOf(draft, current);
}

function nodeOf(draft: Draft, current: OwnConnection | null): NodeConnection {
  const { name, rpcUrl, blockEngineUrl } = draft;
  const kept = current?.kind === 'node' ? current.origin : null;
  if (rpcUrl === '' && kept === null) {
    throw new MarketError('bad-parameter', t('The RPC URL is missing'));
  }
  return {
    kind: 'node',
    name,
    origin: rpcUrl === '' ? (kept ?? '') : new URL(rpcUrl).origin,
    blockEngineUrl: urlOrNull(blockEngineUrl, t('block engine URL')),
  };
}

function serviceOf(draft: Draft, current: OwnConnection | null): ServiceConnection {
  const { name, baseUrl, landingUrl, tier } = draft;
  const { encoding, requestsPerMinute } =
    current?.kind === 'service'
      ? current
      : { encoding: 'brackets' as const, requestsPerMinute: {} };
  return {
    kind: 'service',
    name,
    baseUrl: plainUrl(serviceUrl(baseUrl, t('base URL'))),
    landingUrl: urlOrNull(landingUrl, t('landing URL')),
    encoding,
    tier,
    requestsPerMinute,
  };
}

const urlOrNull = (text: string, what: string): string | null =>
  text === '' ? null : plainUrl(serviceUrl(text, what));
