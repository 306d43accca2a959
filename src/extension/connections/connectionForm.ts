import { t } from '@vscode/l10n';
import { joinList } from '../../api/join.ts';
import { type ServiceTier, serviceTiers } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import { parseServiceUrl, parseUrl } from '../../api/parseServiceUrl.ts';
import { geyserMember, normalizeUrl } from '../backend/connectionEntries.ts';
import { validateConnectionName } from '../backend/validateConnectionName.ts';
import type { NodeConnection, ServiceConnection, UserConnection } from '../base/connections.ts';
import { secretOrigins } from '../base/connections.ts';
import { type InputStep, runMultiStepInput } from '../ui/prompts/multiStepInput.ts';
import type {
  Choice,
  Prompter,
  PromptOptions,
  TextPrompt,
  ValidationMessage,
} from '../ui/prompts/prompter.ts';
import { validateApiKey, validateRpcUrl, validateUrl } from './connectionValidation.ts';

export interface ConnectionFormResult {
  readonly connection: UserConnection;
  /** Null: none was entered; a stored secret for its origins stays. */
  readonly secret: string | null;
  /** Token of a node's Geyser server; null as above. */
  readonly geyserToken: string | null;
}

/** The form's values as typed. */
interface Draft {
  readonly kind: UserConnection['kind'] | null;
  readonly name: string;
  readonly baseUrl: string;
  readonly landingUrl: string;
  readonly tier: ServiceTier;
  readonly rpcUrl: string;
  readonly blockEngineUrl: string;
  readonly geyserUrl: string;
  readonly geyserToken: string;
  readonly apiKey: string;
}

export interface ConnectionFormOptions {
  readonly prompter: Prompter;
  readonly takenNames: readonly string[];
  /** Null for a new connection. */
  readonly current: UserConnection | null;
  readonly hasSecret: (connection: UserConnection) => Promise<boolean>;
  readonly storedToken: (connection: UserConnection) => Promise<string | null>;
}

type FormStep = InputStep<Draft>;
type Progress = Parameters<FormStep>[1];
type TextMember = Exclude<keyof Draft, 'kind' | 'tier'>;
type TextStep = Pick<TextPrompt, 'prompt' | 'placeholder' | 'isSecret' | 'validate'> & {
  /** Instead of what was entered before. */
  readonly value?: string;
};

export async function promptForConnection({
  prompter,
  takenNames,
  current,
  hasSecret,
  storedToken,
}: ConnectionFormOptions): Promise<ConnectionFormResult | null> {
  const title = current === null ? t('Add Connection') : t('Edit {0}', current.name);
  /**
   * Without a number: the kind of a new connection, which decides how many steps there are, and the
   * token, which only some nodes have.
   */
  const count = ({ kind }: Draft, progress: Progress): Omit<PromptOptions, 'title'> => {
    const step = progress.step - (current === null ? 1 : 0);
    const totalSteps = (kind === 'node' ? nodeSteps : serviceSteps).length;
    const hasBack = progress.step > 1;
    return { hasBack, staysOpen: true, ...(step > totalSteps ? {} : { step, totalSteps }) };
  };
  const named = (draft: Draft): Draft => ({ ...draft, name: nameOf(draft, current, takenNames) });
  const text =
    (member: TextMember, stepOf: (draft: Draft) => TextStep | Promise<TextStep>): FormStep =>
    async (draft, progress) => {
      const step = await stepOf(draft);
      const value = draft[member];
      const answer = await prompter.text({ title, ...count(draft, progress), value, ...step });
      return typeof answer === 'string' ? answer : { ...draft, [member]: answer.text.trim() };
    };
  const kindStep: FormStep = async (draft) => {
    const answer = await prompter.choose<Partial<Draft>>({
      title,
      staysOpen: true,
      placeholder: t('What do you want to connect to?'),
      choices: kindChoices,
      choicesForText: choicesForUrl,
    });
    return typeof answer === 'string' ? answer : { ...draft, ...answer.value };
  };
  const tierStep: FormStep = async (draft, progress) => {
    const answer = await prompter.choose<ServiceTier>({
      title,
      ...count(draft, progress),
      placeholder: t('Select the rate limits of your API key'),
      choices: serviceTiers.map((tier) => ({
        label: tierLabels[tier],
        detail: tierDetails[tier],
        value: tier,
        isCurrent: tier === draft.tier,
      })),
    });
    return typeof answer === 'string' ? answer : { ...draft, tier: answer.value };
  };
  const name: FormStep = async (draft, progress) => {
    const { name: value } = named(draft);
    const ask = text('name', () => ({
      prompt: t('Name in the status bar (optional)'),
      placeholder: proposeName(draft, current, takenNames),
      value,
      validate: optional((typed) =>
        toValidationMessage(typed, validateConnectionName(typed, takenNames)),
      ),
    }));
    const answer = await ask(draft, progress);
    // Another URL gets another proposal.
    const isProposed =
      typeof answer !== 'string' && answer.name === proposeName(answer, current, takenNames);
    return isProposed ? { ...answer, name: '' } : answer;
  };
  const serviceSteps: readonly FormStep[] = [
    text('baseUrl', () => ({
      prompt: t('Base URL of the service: https, or http on this machine'),
      placeholder: 'https://api.example.com',
      validate: (typed) => validateUrl(typed, t('base URL')),
    })),
    name,
    text('landingUrl', () => ({
      prompt: t('Landing URL for signed transactions (optional)'),
      placeholder: 'https://landing.example.com',
      validate: optional((typed) => validateUrl(typed, t('landing URL'))),
    })),
    tierStep,
    text('apiKey', async (draft) => {
      const connection = toConnection(named(draft), current);
      return {
        prompt: apiKeyPrompt(secretOrigins(connection)),
        placeholder: (await hasSecret(connection))
          ? t('Leave empty to keep the key')
          : t('Leave empty to enter it later'),
        isSecret: true,
        validate: optional(validateApiKey),
      };
    }),
  ];
  const nodeSteps: readonly FormStep[] = [
    text('rpcUrl', async () => {
      const isStored = current !== null && (await hasSecret(current));
      return {
        prompt: rpcUrlPrompt,
        placeholder: isStored
          ? t('Leave empty to keep the URL')
          : 'https://rpc.example.com/?api-key=…',
        isSecret: true,
        validate: isStored ? optional(validateRpcUrl) : validateRpcUrl,
      };
    }),
    name,
    text('blockEngineUrl', () => ({
      prompt: t('Jito block engine URL for front-running protection (optional)'),
      placeholder: 'https://mainnet.block-engine.jito.wtf',
      validate: optional((typed) => validateUrl(typed, t('block engine URL'))),
    })),
    text('geyserUrl', () => ({
      prompt: t('Geyser gRPC URL (Yellowstone), for blocks without polling (optional)'),
      placeholder: 'https://grpc.example.com:10000',
      validate: optional((typed) => validateUrl(typed, t('Geyser URL'), geyserMember)),
    })),
  ];
  const geyserTokenStep = text('geyserToken', async (draft) => ({
    prompt: t(
      'Geyser token (optional). Stored in the secret storage, sent to {0} only',
      draft.geyserUrl,
    ),
    placeholder: (await storedToken({
      ...toConnection(named(draft), current),
      name: (current ?? named(draft)).name,
    }))
      ? t('Leave empty to keep the key')
      : t('Leave empty to enter it later'),
    isSecret: true,
    validate: optional(validateApiKey),
  }));
  const draft = await runMultiStepInput(createDraft(current), ({ kind, geyserUrl }) => [
    // The kind of an existing connection is fixed.
    ...(current === null ? [kindStep] : []),
    ...(kind === 'node' ? nodeSteps : serviceSteps),
    ...(geyserUrl === '' ? [] : [geyserTokenStep]),
  ]);
  if (draft === null) return null;
  const connection = toConnection(named(draft), current);
  const secret = draft.kind === 'node' ? draft.rpcUrl.trim() : draft.apiKey.trim();
  return { connection, secret: secret || null, geyserToken: draft.geyserToken || null };
}

const nameOf = (draft: Draft, ...rest: [UserConnection | null, readonly string[]]): string =>
  draft.name || proposeName(draft, ...rest);

/** The host of the URL, with a number if another connection has that name. */
function proposeName(
  { kind, baseUrl, rpcUrl }: Draft,
  current: UserConnection | null,
  takenNames: readonly string[],
): string {
  const origin = current?.kind === 'node' ? current.origin : '';
  const host = (parseUrl(kind === 'node' ? rpcUrl || origin : baseUrl)?.host ?? '').slice(0, 36);
  const isFree = (name: string) => validateConnectionName(name, takenNames) === null;
  for (let number = 2; number <= takenNames.length + 1; number += 1) {
    if (isFree(host)) break;
    if (isFree(`${host} ${number}`)) return `${host} ${number}`;
  }
  return host;
}

const kindChoices: readonly Choice<Partial<Draft>>[] = [
  {
    label: t('$(cloud) Service'),
    detail: t('A remote service: needs a base URL and an API key'),
    value: { kind: 'service' },
  },
  {
    label: t('$(server) Node'),
    detail: t('Your Solana RPC node, indexed by the embedded engine: needs an RPC URL'),
    value: { kind: 'node' },
  },
];

/** Choices for an address pasted into the kind step. Only its origin is shown. */
function choicesForUrl(text: string): readonly Choice<Partial<Draft>>[] {
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : null;
  if (url === null || url.host === '') return [];
  return [
    {
      label: t('$(cloud) Connect to the service at {0}', url.origin),
      value: { kind: 'service', baseUrl: text },
    },
    {
      label: t('$(server) Connect to the node at {0}', url.origin),
      value: { kind: 'node', rpcUrl: text },
    },
  ];
}

/** Shows where the key will be sent, before it is typed. */
export const apiKeyPrompt = (origins: readonly string[]): string =>
  t('API key. Stored in the secret storage, sent to {0} only', joinList(origins));

export const rpcUrlPrompt = t('RPC URL with its key, if any. Stored in the secret storage');

const tierLabels: Readonly<Record<ServiceTier, string>> = {
  low: t('Lowest, or unknown'),
  middle: t('Middle'),
  high: t('Highest'),
};

const tierDetails: Readonly<Record<ServiceTier, string>> = {
  low: t('Per minute: 30 tokens, 30 transactions, 1 wallet overview, 10 market caches'),
  middle: t('Per minute: 120 tokens, 60 transactions, 3 wallet overviews, 25 market caches'),
  high: t('As Middle, and 100 landings per second'),
};

const optional =
  (validate: (text: string) => ValidationMessage | null) =>
  (text: string): ValidationMessage | null =>
    text.trim() === '' ? null : validate(text);

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
    geyserUrl: '',
    geyserToken: '',
    apiKey: '',
  };
  if (current === null) return empty;
  const { kind, name } = current;
  if (current.kind === 'node') {
    const { blockEngineUrl, geyserUrl = '' } = current;
    return { ...empty, kind, name, blockEngineUrl: blockEngineUrl ?? '', geyserUrl };
  }
  const { baseUrl, landingUrl, tier } = current;
  return { ...empty, kind, name, baseUrl, landingUrl: landingUrl ?? '', tier };
}

const toConnection = (draft: Draft, current: UserConnection | null): UserConnection =>
  draft.kind === 'node' ? toNodeConnection(draft, current) : toServiceConnection(draft, current);

function toNodeConnection(draft: Draft, current: UserConnection | null): NodeConnection {
  const { name, rpcUrl, blockEngineUrl, geyserUrl } = draft;
  const currentOrigin = current?.kind === 'node' ? current.origin : null;
  if (rpcUrl === '' && currentOrigin === null) {
    throw new MarketError('bad-parameter', t('The RPC URL is missing'));
  }
  return {
    kind: 'node',
    name,
    origin: rpcUrl === '' ? (currentOrigin ?? '') : new URL(rpcUrl).origin,
    blockEngineUrl: urlOrNull(blockEngineUrl, t('block engine URL')),
    ...geyserMember(geyserUrl),
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
