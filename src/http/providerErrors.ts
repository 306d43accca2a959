import { isObject } from '../api/isObject.ts';
import { maxRetryAfterSeconds } from '../api/marketError.ts';
import { sanitizeMessage } from '../api/sanitizeText.ts';

/** What an error of a node, its provider or a landing service means. */
export type ProviderErrorKind =
  /** Temporary, also a used-up quota. */
  | 'rate-limited'
  /** Temporary: the node or a server in front of it fails, or the node is behind the chain. */
  | 'failing'
  /** HTTP 403 without a known reason: a wrong key, a blocked address or a limit. */
  | 'denied'
  /** Permanent until the user changes the key or the URL. */
  | 'refused'
  | 'plan-lacks-method'
  | 'unknown-method'
  | 'bad-request'
  | 'simulation-failed'
  | 'invalid-signature'
  /** No block in the slot: its leader produced none, or this node's ledger has a gap. */
  | 'slot-skipped'
  /** The node has deleted the block. */
  | 'block-cleaned-up'
  | 'block-not-yet'
  | 'unsupported-version'
  /** A retry may help. */
  | 'unknown';

interface ErrorRule {
  readonly kind: ProviderErrorKind;
  /** HTTP statuses; a JSON-RPC code from 400 to 599 counts as a status. */
  readonly statuses?: readonly number[];
  /** JSON-RPC codes. */
  readonly codes?: readonly number[];
  readonly text?: RegExp;
}

/**
 * The first rule whose conditions all hold decides. Providers reuse Agave's codes: -32007 is Agave's
 * skipped slot and QuickNode's rate limit. So the text decides first, and a code alone only where all
 * providers agree. Every text is published or was observed; sources as of 2026-11-28.
 */
const rules: readonly ErrorRule[] = [
  // Agave 4, https://github.com/anza-xyz/agave (rpc-client-api/src/custom_error.rs). Providers
  // forward these texts, and Firedancer (src/discof/rpc) uses the same codes.
  { kind: 'slot-skipped', codes: [-32007, -32009], text: /\bskipped\b/i },
  { kind: 'block-cleaned-up', codes: [-32001], text: /cleaned up/i },
  {
    kind: 'block-not-yet',
    codes: [-32004, -32014],
    text: /block (status )?not (yet )?available/i,
  },
  { kind: 'simulation-failed', codes: [-32002], text: /simulation failed|preflight/i },
  { kind: 'failing', codes: [-32005], text: /unhealthy|behind/i },

  { kind: 'rate-limited', statuses: [429] },
  {
    kind: 'rate-limited',
    text: anyOf(
      // Jito -32097 "Rate limit exceeded. Limit: 1 per second for txn requests. Back-off triggered:
      // Retry after 1606ms", https://docs.jito.wtf/lowlatencytxnsend/. Triton "Connection rate limits
      // exceeded", https://docs.triton.one/solana/faq/error-handling/handle-429-rate-limit-errors
      /rate[- ]?limit/,
      // Jito -32097 "Network congested. Endpoint is globally rate limited."
      /network congested/,
      // Solana's public nodes "Too many requests for a specific RPC call". Ankr -32090,
      // https://www.ankr.com/docs/rpc-service/errors/retry-strategies/
      /too many (concurrent )?(requests?|connections?)\b/,
      // QuickNode -32007 "15/second request limit reached" and -32003 "daily request limit reached",
      // https://www.quicknode.com/docs/solana/error-references (updated 2026-08-28)
      /requests? (count|rate|limit)( limit)? (reached|exceeded)/,
      // QuickNode 429 "The requests per second (RPS) of your requests are higher than your plan
      // allows." Chainstack -32005 "You've exceeded the RPS limit available on the current plan.",
      // https://docs.chainstack.com/docs/limits
      /\bRPS\b|requests per (second|minute|hour|day|month)/,
      // Alchemy 429 "exceeded its compute units per second capacity", "Monthly capacity limit
      // exceeded", https://www.alchemy.com/docs/reference/throughput. Helius 429 "max usage reached",
      // https://www.helius.dev/docs/api-reference/common-error-codes. 1RPC -32001 "You've reached the
      // usage limit for your current plan.", https://docs.1rpc.io/using-the-web3-api/errors
      /compute units? per second/,
      /(capacity|quota|usage|credits?|bandwidth)( limit)?( is| are| has been| have been)? (reached|exceeded|exhausted|used up)/,
      /(exceeds?|exceeded|reached|exhausted|used up|insufficient|out of) (\w+ ){0,3}(capacity|quota|usage limit|credits|bandwidth|rate|plan|tier)\b/,
      // Gateways for several chains word a used-up period in these ways.
      /(daily|monthly) ((request|usage) )?(limit|count|allowance|quota)/,
      /throttl|\b429\b/,
    ),
  },
  // Syndica 7429, https://docs.syndica.io/platform/solana-rpc/error-handling. Ankr -32090. TheRPC
  // -32029, https://therpc.io/docs/solana/faq. -32005 "limit exceeded",
  // https://eips.ethereum.org/EIPS/eip-1474, which gateways of several chains use.
  { kind: 'rate-limited', codes: [-32429, -32005, 7429, -32090, -32029] },

  // dRPC 12 "Can't route your request to suitable provider", and 30 "Request timeout on the free tier,
  // please upgrade your tier to the paid one": of a method that the plan has.
  {
    kind: 'failing',
    text: /can't route your request|\btime[d-]?[ -]?out\b.{0,40}\b(plan|tier)\b/i,
  },

  // Helius, Syndica, Triton, QuickNode and Ankr for an invalid key.
  { kind: 'refused', statuses: [401] },
  // Syndica "Requires a paid account".
  { kind: 'plan-lacks-method', statuses: [402] },
  {
    kind: 'plan-lacks-method',
    text: anyOf(
      // dRPC 35 "method is not available on freetier, please upgrade to paid tier",
      // https://drpc.org/docs. Alchemy -32600 "… is not available on the Free tier",
      // https://www.alchemy.com/docs/reference/error-reference. Helius 403 "Batch requests are only
      // available for paid plans".
      /(not|only) (available|supported|included|enabled|allowed|part)\b.{0,60}\b(plans?|(free)?tier|subscription|add-?ons?)\b/,
      /\b(plan|tier|subscription)\b.{0,40}\b(not|lacks?|cannot|without)\b/,
      /requires?\b.{0,40}\b(plans?|tier|subscription)\b|\bupgrade (to|your)\b/,
      // Add-ons of QuickNode's marketplace, https://www.quicknode.com/docs/marketplace
      /\badd-?on\b.{0,60}\b(not|requires?|required|enable|install)|(requires?|enable|install)\b.{0,60}\badd-?on\b/,
    ),
  },
  {
    kind: 'refused',
    text: anyOf(
      // Ankr -32049 "API key not found", https://www.ankr.com/docs/rpc-service/errors/overview/
      /(api|access|auth)[- ]?(key|token)\b.{0,20}\b(not found|invalid|missing|expired|disabled|revoked|required)/,
      /(invalid|missing|unknown|expired|no) (api|access|auth)[- ]?(key|token)\b/,
      // Alchemy 401 "Must be authenticated!"
      /must be authenticated|unauthori[sz]ed|authentication (failed|required)/,
      // QuickNode 403 "Endpoint Disabled (one reason could be a past due payment)"
      /(endpoint|project|account|app)( is| has been)? (disabled|suspended|inactive|deactivated)|past due/,
    ),
  },

  // Ankr: the errors to retry.
  {
    kind: 'failing',
    codes: [-32055, -32056, -32057, -32059, -32061, -32063, -32064, -32071, -32076],
  },
  // Codes of Agave and of https://www.jsonrpc.org/specification, whatever the text.
  { kind: 'simulation-failed', codes: [-32002] },
  { kind: 'invalid-signature', codes: [-32003, -32006, -32013] },
  { kind: 'unsupported-version', codes: [-32015] },
  { kind: 'failing', codes: [-32016, -32019, -32603] },
  { kind: 'unknown-method', codes: [-32601] },
  {
    kind: 'unknown-method',
    text: anyOf(
      // Agave -32011 "Transaction history is not available from this node"
      /history is not available/,
      /\bmethod\b.*(not (found|available|supported|allowed|enabled|whitelisted)|does not exist|disabled|blocked)/,
      /unsupported method/,
    ),
  },
  { kind: 'bad-request', codes: [-32010, -32600, -32602, -32700] },

  { kind: 'denied', statuses: [403] },
  { kind: 'failing', statuses: [408, 425] },
  { kind: 'bad-request', statuses: [413, 414, 431] },
];

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

export interface ProviderError {
  /** HTTP status; 200 if only the body contains the error. */
  readonly statusCode: number;
  /** JSON-RPC code, if any. */
  readonly code: unknown;
  /** The provider's message; empty if there is none. */
  readonly text: string;
}

export function classifyProviderError({
  statusCode,
  code,
  text,
}: ProviderError): ProviderErrorKind {
  const status = statusCode === 200 && isErrorStatus(code) ? code : statusCode;
  const kind = rules.find((rule) => matches(rule, status, code, text))?.kind;
  // The server fails, so what it says about the request does not count.
  if (status >= 500) return kind === 'rate-limited' ? kind : 'failing';
  const isStatusAlone = typeof code !== 'number' || code === status;
  return kind ?? (status >= 300 && isStatusAlone ? 'refused' : 'unknown');
}

const isErrorStatus = (code: unknown): code is number =>
  typeof code === 'number' && code >= 400 && code < 600;

const matches = (
  { statuses, codes, text: pattern }: ErrorRule,
  status: number,
  code: unknown,
  text: string,
): boolean =>
  (statuses === undefined || statuses.includes(status)) &&
  (codes === undefined || (typeof code === 'number' && codes.includes(code))) &&
  (pattern === undefined || pattern.test(text));

/** Longest part of a provider's message that is passed on. */
const maxMessageLength = 300;

/** Members in which providers put their message, the most specific first. */
const messageMembers = [
  'message',
  'error_description',
  'detail',
  'details',
  'reason',
  'msg',
  'description',
  'title',
] as const;

/**
 * The message in a provider's response, bounded and safe to display. `said` is parsed JSON or the text
 * of the body. `''` without a message: other JSON and HTML pages are not meant for users.
 */
export function providerMessage(said: unknown): string {
  const isPage = typeof said === 'string' && /^\s*[<{[]/.test(said);
  return sanitizeMessage((isPage ? '' : findMessage(said)) ?? '', maxMessageLength);
}

function findMessage(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (depth > 3) return undefined;
  if (Array.isArray(value)) return findMessage(value[0], depth + 1);
  if (!isObject(value)) return undefined;
  const { error, errors } = value;
  const inner = isObject(error) || Array.isArray(error) ? findMessage(error, depth + 1) : undefined;
  if (inner !== undefined) return inner;
  const own = messageMembers.map((name) => value[name]).find(isText);
  return own ?? (isText(error) ? error : findMessage(errors, depth + 1));
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

const secondsOfUnit: Readonly<Record<string, number>> = {
  ns: 1e-9,
  µs: 1e-6,
  μs: 1e-6,
  us: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3_600,
};
/** As of Go's `time.Duration`: `1m30.5s`, `613.586456ms`. */
const durationPart = /(\d+(?:\.\d+)?)(ns|µs|μs|us|ms|s|m|h)/g;
const durationText = /^(?:\d+(?:\.\d+)?(?:ns|µs|μs|us|ms|s|m|h))+$/;
const waitInText =
  /(?:retry|try again)(?: after| in)?:? (\d+(?:\.\d+)?) ?(ms|milli\w*|s|sec\w*|min\w*)\b/i;
const waitMembers = ['try_again_in', 'retry_after', 'retryAfter', 'retry-after'] as const;

/**
 * Seconds that a response's body requests to wait, at most `maxRetryAfterSeconds`: Chainstack's
 * `data.try_again_in` (`"93.5ms"`), a `retry_after` in seconds, or Jito's "Retry after 1606ms".
 * Undefined without one.
 */
export function requestedWaitSeconds(said: unknown): number | undefined {
  const seconds = waitOfMembers(said) ?? waitOfText(providerMessage(said));
  return seconds === undefined ? undefined : Math.min(maxRetryAfterSeconds, seconds);
}

function waitOfMembers(said: unknown): number | undefined {
  const { error, data } = isObject(said) ? said : {};
  const inner = isObject(error) ? error['data'] : undefined;
  return [inner, error, data, said]
    .flatMap((members) => (isObject(members) ? waitMembers.map((name) => members[name]) : []))
    .map(parseWait)
    .find((seconds) => seconds !== undefined);
}

function parseWait(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'string' || value.length > 64) return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  if (!durationText.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(durationPart)) {
    seconds += Number(amount) * (secondsOfUnit[unit ?? ''] ?? 0);
  }
  return seconds;
}

function waitOfText(text: string): number | undefined {
  const [, amount, unit] = waitInText.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  return Number(amount) * (/^min/i.test(unit) ? 60 : /^m/i.test(unit) ? 1e-3 : 1);
}
