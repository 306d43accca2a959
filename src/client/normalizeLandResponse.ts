import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { joinLabel, joinNote } from '../api/join.ts';
import type { LandRequest, LandTransactionResponse } from '../api/landTransaction.ts';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';
import { sanitizeMessage } from '../api/sanitizeText.ts';
import { errorKindOfForbidden, maxServiceMessageLength } from '../http/statusErrors.ts';
import type { PostMessages } from '../http/transportErrors.ts';
import { encodeBase58 } from '../solana/base58.ts';
import { parseTransactionText } from '../solana/landing/parseTransactions.ts';
import { tryDecodeTransaction } from '../solana/wireTransaction.ts';

/** Added to every landing error that occurs after sending. */
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

const signatureMembers = [
  'signature',
  'transactionSignature',
  ...(['txid', 'txId', 'tx_id', 'txHash', 'hash'] as const),
] as const;
const signaturePattern = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/**
 * Converts a landing response of any known form to the interface's form: `result` is an object, an
 * object with the data in `data`, the bare signature, or a list that begins with it; or the
 * signature is a member of the response itself. `undefined`, a success without content, gets the
 * signature of the sent transaction. `uuid` is empty if it is missing. Throws a MarketError for an
 * error response, and one of kind `unreadable-answer` without a signature.
 */
export function normalizeLandResponse(
  value: unknown,
  request: LandRequest,
): LandTransactionResponse {
  if (isObject(value) && value['error'] !== undefined && value['error'] !== null) {
    throw errorFromRpc(value['error']);
  }
  const result = isObject(value) ? value['result'] : undefined;
  const members = isObject(result) ? result : {};
  const signature =
    value === undefined
      ? ownSignature(request)
      : findSignature([result, members, members['data'], value]);
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
    id: Number.isSafeInteger(id) ? (id as number) : request.id,
    result: { ...members, signature, uuid: typeof uuid === 'string' ? uuid : '' },
  };
}

/** First signature in the candidates: a signature, or a list or object that contains one. */
const findSignature = (places: readonly unknown[]): string | undefined =>
  places
    .flatMap((place) => {
      if (Array.isArray(place)) return [place[0]];
      if (!isObject(place)) return [place];
      return signatureMembers.map((name) => (Object.hasOwn(place, name) ? place[name] : undefined));
    })
    .find(
      (candidate): candidate is string =>
        typeof candidate === 'string' && signaturePattern.test(candidate),
    );

/** Signature of the sent transaction; undefined if it cannot be read. */
function ownSignature({ params: [text] }: LandRequest): string | undefined {
  const input = typeof text === 'string' ? parseTransactionText(text) : null;
  const [sent] = input?.kind === 'transactions' ? input.transactions : [];
  const signature = sent && tryDecodeTransaction(sent.bytes)?.signatures[0];
  return signature && encodeBase58(signature);
}

function errorFromRpc(error: unknown): MarketError {
  const { code, message } = isObject(error) ? error : { code: undefined, message: error };
  const said = typeof message === 'string' ? sanitizeMessage(message, maxServiceMessageLength) : '';
  const [kind, text] = describeRpcCode(code, said);
  const problem = typeof code === 'number' ? joinNote(text, t('code {0}', code)) : text;
  return new MarketError(kind, said === '' ? problem : joinLabel(problem, said));
}

function describeRpcCode(code: unknown, said: string): readonly [MarketErrorKind, string] {
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
    case -32429:
    case 429:
      return ['rate-limited', t('Too many requests')];
    case 401:
      return ['unauthorized', t('API key refused')];
    case 403:
      return errorKindOfForbidden(said) === 'unauthorized'
        ? ['unauthorized', t('API key refused')]
        : ['plan-lacks-operation', t('Not in your plan')];
    default:
      return ['service-failing', t('Transaction not accepted; try again later')];
  }
}
