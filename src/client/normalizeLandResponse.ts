import { t } from '@vscode/l10n';
import { isObject } from '../api/isObject.ts';
import type { LandTransactionResponse } from '../api/landTransaction.ts';
import { MarketError, type MarketErrorKind } from '../api/marketError.ts';
import { toSingleLine } from '../http/statusErrors.ts';
import { possiblySentMessage } from './landingMessages.ts';

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
      t(
        "{0}: the answer's member result.signature is missing or no signature. {1}",
        summary,
        possiblySentMessage,
      ),
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
  const { kind, words } = describeRpcCode(code);
  const said = typeof message === 'string' ? toSingleLine(message) : '';
  const number = typeof code === 'number' ? ` (${t('code {0}', code)})` : '';
  return new MarketError(
    kind,
    `${summary}: ${words}${number}${said === '' ? '' : `. ${t('The service says: {0}', said)}`}`,
  );
}

/** Codes of JSON-RPC and of Solana's RPC. */
function describeRpcCode(code: unknown): {
  readonly kind: MarketErrorKind;
  readonly words: string;
} {
  switch (code) {
    case -32002:
      return {
        kind: 'bad-parameter',
        words: t('the simulation of the transaction failed; mend it before you send it'),
      };
    case -32003:
      return {
        kind: 'bad-parameter',
        words: t('a signature of the transaction is not right; sign it again'),
      };
    case -32600:
    case -32602:
      return {
        kind: 'bad-parameter',
        words: t('the service does not accept the request; check the transaction and the options'),
      };
    case -32601:
      return {
        kind: 'plan-lacks-operation',
        words: t('the service does not land transactions; check the landing URL'),
      };
    case -32005:
    case 429:
      return { kind: 'rate-limited', words: t('too many requests; wait before the next') };
    case 401:
    case 403:
      return {
        kind: 'unauthorized',
        words: t('the service does not accept the API key; enter the key of this service again'),
      };
    default:
      return {
        kind: 'service-failing',
        words: t('the service did not take the transaction; try again later'),
      };
  }
}
