import { t } from '@vscode/l10n';
import { type ServiceTier, serviceTiers } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import { parseServiceUrl } from '../../api/parseServiceUrl.ts';
import { type InputStep, runMultiStepInput } from '../ui/prompts/multiStepInput.ts';
import type { Prompter, ValidationMessage } from '../ui/prompts/prompter.ts';
import { normalizeUrl } from './connectionEntries.ts';
import type { NodeConnection, ServiceConnection, UserConnection } from './connections.ts';
import { secretOrigins } from './connections.ts';
import { validateApiKey, validateRpcUrl, validateUrl } from './connectionValidation.ts';
import { validateConnectionName } from './validateConnectionName.ts';

/** What a user said of a connection. */
export interface ConnectionFormResult {
  readonly connection: UserConnection;
  /** Null: none was given, so what is kept for its origins, if anything, stays. */
  readonly secret: string | null;
}

/** The answers while they are being given: text as it was typed. */
interface Draft {
  readonly kind: UserConnection['kind'] | null;
  readonly name: string;
  readonly baseUrl: string;
  readonly landingUrl: string;
  readonly tier: ServiceTier;
  readonly rpcUrl: string;
  readonly blockEngineUrl: string;
  readonly apiKey: string;
}

export interface ConnectionFormOptions {
  readonly prompter: Prompter;
  /** Names of the other connections. */
  readonly takenNames: readonly string[];
  /** The connection that is changed; null for a new one. */
  readonly current: UserConnection | null;
  /** Whether a secret is kept for the origins of a connection. */
  readonly hasSecret: (connection: UserConnection) => Promise<boolean>;
}

type FormStep = InputStep<Draft>;

/** Asks for a new connection, or for what is to change of one; `null` when the user gave up. */
export async function promptForConnection(
  options: ConnectionFormOptions,
): Promise<ConnectionFormResult | null> {
  const { current } = options;
  const form = new ConnectionForm(options);
  const draft = await runMultiStepInput(createDraft(current), ({ kind }) => [
    // What a connection is cannot be changed: it would be another one.
    ...(current === null ? [form.kind] : []),
    ...(kind === 'node' ? form.nodeSteps : form.serviceSteps),
  ]);
  if (draft === null) return null;
  const connection = toConnection(draft, current);
  const secret = draft.kind === 'node' ? draft.rpcUrl.trim() : draft.apiKey.trim();
  return { connection, secret: secret === '' ? null : secret };
}

class ConnectionForm {
  readonly #options: ConnectionFormOptions;
  readonly #title: string;

  constructor(options: ConnectionFormOptions) {
    this.#options = options;
    this.#title =
      options.current === null ? t('Add Connection') : t('Edit {0}', options.current.name);
  }

  get serviceSteps(): readonly FormStep[] {
    return [this.name, this.baseUrl, this.landingUrl, this.tier, this.apiKey];
  }

  get nodeSteps(): readonly FormStep[] {
    return [this.name, this.rpcUrl, this.blockEngineUrl];
  }

  readonly kind: FormStep = async (draft, progress) => {
    const answer = await this.#options.prompter.choose<UserConnection['kind']>({
      title: this.#title,
      ...progress,
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

  readonly name: FormStep = async (draft, progress) => {
    const { takenNames } = this.#options;
    return await this.#text(draft, progress, 'name', {
      prompt: t('Name, as the status bar shows it'),
      placeholder: draft.kind === 'node' ? t('My node') : t('My service'),
      validate: (text) => toValidationMessage(text, validateConnectionName(text, takenNames)),
    });
  };

  readonly baseUrl: FormStep = async (draft, progress) =>
    await this.#text(draft, progress, 'baseUrl', {
      prompt: t('Base URL of the service: https, or http on this machine'),
      placeholder: 'https://api.example.com',
      validate: (text) => validateUrl(text, t('base URL')),
    });

  readonly landingUrl: FormStep = async (draft, progress) =>
    await this.#text(draft, progress, 'landingUrl', {
      prompt: t('Landing URL, where signed transactions go. Leave it empty if it lands none'),
      placeholder: 'https://landing.example.com',
      validate: (text) => (text.trim() === '' ? null : validateUrl(text, t('landing URL'))),
    });

  readonly tier: FormStep = async (draft, progress) => {
    const answer = await this.#options.prompter.choose<ServiceTier>({
      title: this.#title,
      ...progress,
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

  readonly apiKey: FormStep = async (draft, progress) => {
    const connection = toConnection(draft, this.#options.current);
    const hasStoredSecret = await this.#options.hasSecret(connection);
    return await this.#text(draft, progress, 'apiKey', {
      prompt: apiKeyPrompt(secretOrigins(connection)),
      placeholder: hasStoredSecret
        ? t('Leave it empty to keep the key')
        : t('Leave it empty to enter it later'),
      isSecret: true,
      validate: (text) => (text.trim() === '' ? null : validateApiKey(text)),
    });
  };

  readonly rpcUrl: FormStep = async (draft, progress) => {
    const { current } = this.#options;
    const isKept = current !== null && (await this.#options.hasSecret(current));
    return await this.#text(draft, progress, 'rpcUrl', {
      prompt: rpcUrlPrompt,
      placeholder: isKept
        ? t('Leave it empty to keep the URL')
        : 'https://rpc.example.com/?api-key=…',
      isSecret: true,
      validate: (text) => (text.trim() === '' && isKept ? null : validateRpcUrl(text)),
    });
  };

  readonly blockEngineUrl: FormStep = async (draft, progress) =>
    await this.#text(draft, progress, 'blockEngineUrl', {
      prompt: t(
        'URL of a Jito block engine, for transactions with protection from front running. Leave it empty to do without',
      ),
      placeholder: 'https://mainnet.block-engine.jito.wtf',
      validate: (text) => (text.trim() === '' ? null : validateUrl(text, t('block engine URL'))),
    });

  async #text(
    draft: Draft,
    progress: { readonly step: number; readonly totalSteps: number },
    member: Exclude<keyof Draft, 'kind' | 'tier'>,
    step: {
      readonly prompt: string;
      readonly placeholder: string;
      readonly isSecret?: boolean;
      readonly validate: (text: string) => ValidationMessage | null;
    },
  ): Promise<Draft | 'back' | 'cancelled'> {
    const answer = await this.#options.prompter.text({
      title: this.#title,
      ...progress,
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

const toValidationMessage = (text: string, message: string | null): ValidationMessage | null =>
  message === null ? null : { message, severity: text.trim() === '' ? 'info' : 'error' };

function createDraft(current: UserConnection | null): Draft {
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

const toConnection = (draft: Draft, current: UserConnection | null): UserConnection =>
  draft.kind === 'node' ? toNodeConnection(draft, current) : toServiceConnection(draft, current);

function toNodeConnection(draft: Draft, current: UserConnection | null): NodeConnection {
  const { name, rpcUrl, blockEngineUrl } = draft;
  const currentOrigin = current?.kind === 'node' ? current.origin : null;
  if (rpcUrl === '' && currentOrigin === null) {
    throw new MarketError('bad-parameter', t('The RPC URL is missing'));
  }
  return {
    kind: 'node',
    name,
    origin: rpcUrl === '' ? (currentOrigin ?? '') : new URL(rpcUrl).origin,
    blockEngineUrl: urlOrNull(blockEngineUrl, t('block engine URL')),
  };
}

function toServiceConnection(draft: Draft, current: UserConnection | null): ServiceConnection {
  const { name, baseUrl, landingUrl, tier } = draft;
  const { encoding, requestsPerMinute } =
    current?.kind === 'service'
      ? current
      : { encoding: 'brackets' as const, requestsPerMinute: {} };
  return {
    kind: 'service',
    name,
    baseUrl: normalizeUrl(parseServiceUrl(baseUrl, t('base URL'))),
    landingUrl: urlOrNull(landingUrl, t('landing URL')),
    encoding,
    tier,
    requestsPerMinute,
  };
}

const urlOrNull = (text: string, what: string): string | null =>
  text === '' ? null : normalizeUrl(parseServiceUrl(text, what));
