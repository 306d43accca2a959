import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { joinLabel } from '../api/join.ts';
import type { LandTransactionResponse } from '../api/landTransaction.ts';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';
import { toSingleLine } from '../http/statusErrors.ts';
import type { PostMessages } from '../http/transportErrors.ts';

/** For every failure of a landing behind its sending. */
export const possiblySentMessage = t(
  'The service may have accepted the transaction. Look up its signature before you send it again.',
);

export const landingMessages: PostMessages = {
  notSent: t('The transaction was not sent.'),
  possiblySent: possiblySentMessage,
  redirected: t(
    'the service redirected the request, which is sent only once. Check the landing URL. {0}',
    possiblySentMessage,
  ),
};

/** Names under which services are known to give the signature. */
const signatureMembers = ['signature', 'txid', 'txId', 'tx_id', 'txHash', 'hash'] as const;
const signaturePattern = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/**
 * A landing's answer in the interface's form, whatever form of `result` the service uses: an
 * object, the bare signature, or a list that begins with it. `uuid` is empty where there is none.
 * Throws a MarketError for a JSON-RPC error, and of kind `unreadable-answer` without a signature.
 */
export function normalizeLandResponse(
  summary: string,
  value: unknown,
  requestId: number,
): LandTransactionResponse {
  if (isObject(value) && value['error'] !== undefined && value['error'] !== null) {
    throw errorFromRpc(summary, value['error']);
  }
  const result = isObject(value) ? value['result'] : undefined;
  const members = isObject(result) ? result : {};
  const signature = findSignature(result, members);
  if (signature === undefined) {
    throw new MarketError(
      'unreadable-answer',
      t('{0}: the response has no valid result.signature. {1}', summary, possiblySentMessage),
    );
  }
  const { uuid } = members;
  const { id, ...rest } = isObject(value) ? value : {};
  return {
    ...rest,
    jsonrpc: '2.0',
    id: Number.isSafeInteger(id) ? (id as number) : requestId,
    result: { ...members, signature, uuid: typeof uuid === 'string' ? uuid : '' },
  };
}

function findSignature(
  result: unknown,
  members: Readonly<Record<string, unknown>>,
): string | undefined {
  const candidates = [
    result,
    Array.isArray(result) ? result[0] : undefined,
    ...signatureMembers.map((name) => (Object.hasOwn(members, name) ? members[name] : undefined)),
  ];
  return candidates.find(
    (candidate): candidate is string =>
      typeof candidate === 'string' && signaturePattern.test(candidate),
  );
}

function errorFromRpc(summary: string, error: unknown): MarketError {
  const { code, message } = isObject(error) ? error : { code: undefined, message: error };
  const [kind, words] = rpcErrors.get(code) ?? [
    'service-failing',
    t('the service refused the transaction. Try again later.'),
  ];
  const said = typeof message === 'string' ? toSingleLine(message) : '';
  const sentences = [
    words,
    typeof code === 'number' ? t('Code {0}.', code) : '',
    said === '' ? '' : t('The service says: {0}', said),
  ];
  return new MarketError(kind, joinLabel(summary, sentences.filter(Boolean).join(' ')));
}

const badKey = [
  'unauthorized',
  t('API key refused. Enter the key of this service again.'),
] as const;
const badRequest = [
  'bad-parameter',
  t('the service refused the request. Check the transaction and the options.'),
] as const;
const tooMany = ['rate-limited', t('rate limited. Wait before you retry.')] as const;

/** Codes of JSON-RPC, of Solana's RPC and of HTTP. */
const rpcErrors: ReadonlyMap<unknown, readonly [kind: MarketErrorKind, words: string]> = new Map<
  number,
  readonly [MarketErrorKind, string]
>([
  [-32002, ['bad-parameter', t('the simulation failed. Fix the transaction before sending.')]],
  [-32003, ['bad-parameter', t('a signature is invalid. Sign the transaction again.')]],
  [-32600, badRequest],
  [-32602, badRequest],
  [
    -32601,
    ['plan-lacks-operation', t('the service does not land transactions. Check the landing URL.')],
  ],
  [-32005, tooMany],
  [429, tooMany],
  [401, badKey],
  [403, badKey],
]);
