import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import { joinLabel, joinNote, joinSentences } from '../api/join.ts';
import type { LandRequest, LandTransactionResponse } from '../api/landTransaction.ts';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';
import {
  classifyProviderError,
  type ProviderErrorKind,
  providerMessage,
  requestedWaitSeconds,
} from '../http/providerErrors.ts';
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
  if (isErrorResponse(value)) throw errorFromRpc(value);
  const result = isObject(value) ? value['result'] : undefined;
  const members = isObject(result) ? result : {};
  const signature =
    value === undefined
      ? ownSignature(request)
      : findSignature([result, members, members['data'], value]);
  if (signature === undefined) {
    const said = Array.isArray(value) ? '' : providerMessage(value);
    const problem = t('The response has no valid signature');
    throw new MarketError(
      'unreadable-answer',
      joinSentences([said === '' ? problem : joinLabel(problem, said), possiblySentMessage]),
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

/** With an `error`, or without a result but with a refusal whose meaning is known. */
function isErrorResponse(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { error, result, code } = value;
  if (error !== undefined && error !== null) return true;
  return (
    result === undefined &&
    typeof code === 'number' &&
    classifyProviderError({ statusCode: 200, code, text: providerMessage(value) }) !== 'unknown'
  );
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

function errorFromRpc(value: unknown): MarketError {
  const { error, code: ownCode } = isObject(value) ? value : {};
  const code = isObject(error) ? error['code'] : ownCode;
  const said = providerMessage(value);
  const kind = classifyProviderError({ statusCode: 200, code, text: said });
  const { marketKind, text } = landingErrors[kind] ?? notAccepted;
  const problem = typeof code === 'number' ? joinNote(text, t('code {0}', code)) : text;
  return new MarketError(marketKind, said === '' ? problem : joinLabel(problem, said), {
    retryAfterSeconds: requestedWaitSeconds(value),
  });
}

interface LandingErrorText {
  readonly marketKind: MarketErrorKind;
  readonly text: string;
}

const keyRefused: LandingErrorText = { marketKind: 'unauthorized', text: t('API key refused') };

const landingErrors: Partial<Readonly<Record<ProviderErrorKind, LandingErrorText>>> = {
  'simulation-failed': {
    marketKind: 'bad-parameter',
    text: t('Simulation failed; fix the transaction before sending'),
  },
  'invalid-signature': {
    marketKind: 'bad-parameter',
    text: t('Invalid signature; sign the transaction again'),
  },
  'bad-request': {
    marketKind: 'bad-parameter',
    text: t('Request refused; check the transaction and its options'),
  },
  'unknown-method': {
    marketKind: 'plan-lacks-operation',
    text: t('The service does not land transactions; check the landing URL'),
  },
  'plan-lacks-method': { marketKind: 'plan-lacks-operation', text: t('Not in your plan') },
  'rate-limited': { marketKind: 'rate-limited', text: t('Too many requests') },
  refused: keyRefused,
  denied: keyRefused,
};

const notAccepted: LandingErrorText = {
  marketKind: 'service-failing',
  text: t('Transaction not accepted; try again later'),
};
