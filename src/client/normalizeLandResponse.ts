import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { joinLabel, joinNote } from '../api/join.ts';
import type { LandTransactionResponse } from '../api/landTransaction.ts';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';
import { sanitizeMessage } from '../api/sanitizeText.ts';
import { maxServiceMessageLength } from '../http/statusErrors.ts';
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
 * A landing's response in the interface's form, whatever form of `result` the service uses: an
 * object, the bare signature, or a list that begins with it. `uuid` is empty where there is none.
 * Throws a MarketError for a JSON-RPC error, and of kind `unreadable-answer` without a signature.
 */
export function normalizeLandResponse(value: unknown, requestId: number): LandTransactionResponse {
  if (isObject(value) && value['error'] !== undefined && value['error'] !== null) {
    throw errorFromRpc(value['error']);
  }
  const result = isObject(value) ? value['result'] : undefined;
  const members = isObject(result) ? result : {};
  const signature = findSignature(result, members);
  if (signature === undefined) {
    throw new MarketError(
      'unreadable-answer',
      t('The response has no valid signature. {0}', possiblySentMessage),
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

function errorFromRpc(error: unknown): MarketError {
  const { code, message } = isObject(error) ? error : { code: undefined, message: error };
  const [kind, text] = describeRpcCode(code);
  const said = typeof message === 'string' ? sanitizeMessage(message, maxServiceMessageLength) : '';
  const problem = typeof code === 'number' ? joinNote(text, t('code {0}', code)) : text;
  return new MarketError(kind, said === '' ? problem : joinLabel(problem, said));
}

/** Codes of JSON-RPC and of Solana's RPC. */
function describeRpcCode(code: unknown): readonly [MarketErrorKind, string] {
  switch (code) {
    case -32002:
      return ['bad-parameter', t('Simulation failed; fix the transaction before sending')];
    case -32003:
      return ['bad-parameter', t('Invalid signature; sign the transaction again')];
    case -32600:
    case -32602:
      return ['bad-parameter', t('Request refused; check the transaction and its options')];
    case -32601:
      return [
        'plan-lacks-operation',
        t('The service does not land transactions; check the landing URL'),
      ];
    case -32005:
    case 429:
      return ['rate-limited', t('Too many requests')];
    case 401:
    case 403:
      return ['unauthorized', t('API key refused')];
    default:
      return ['service-failing', t('Transaction not accepted; try again later')];
  }
}
