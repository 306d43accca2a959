import { t } from '@vscode/l10n';
import { errorMessage } from '../../../api/errorMessage.ts';
import { MarketError } from '../../../api/marketError.ts';
import { SecretRedactor } from '../../../http/secretRedactor.ts';
import { errorFromTransport } from '../../../http/transportErrors.ts';
import { errorCode } from '../../fileError.ts';
import type { ClickHouseTarget } from './clickHouseUrl.ts';

/** ClickHouse's own codes, as its client gives them. */
const rejectedCodes: ReadonlySet<string> = new Set(['192', '193', '194', '516']);
const deniedCode = '497';
/** An unknown table or database. */
const missingCodes: ReadonlySet<string> = new Set(['60', '81']);
const unknownClusterCodes: ReadonlySet<string> = new Set(['170', '701']);
const fewReplicasCodes: ReadonlySet<string> = new Set(['285', '286']);

/** Fewer replicas are alive than were to confirm an insert. */
export const isShortOfReplicas = (error: unknown): boolean =>
  fewReplicasCodes.has(String(errorCode(error) ?? ''));

/** What failed, and what to do. Holds no password, in whatever form the server repeated it. */
export function toClickHouseError(
  error: unknown,
  { label, password }: ClickHouseTarget,
  signal?: AbortSignal,
): MarketError {
  if (MarketError.is(error)) return error;
  if (signal?.aborted === true) return new MarketError('cancelled', t('Cancelled'));
  return new SecretRedactor([password]).redact(classify(error, label));
}

/** Nobody has written to the store. */
export const noIndexError = (label: string): MarketError =>
  new MarketError('not-found', t('{0} contains no index. Start: arbscope ingest', label));

function classify(error: unknown, label: string): MarketError {
  const code = String(errorCode(error) ?? '');
  if (rejectedCodes.has(code)) {
    return new MarketError(
      'unauthorized',
      t('{0} rejected the user or the password. Check both.', label),
    );
  }
  if (missingCodes.has(code)) return noIndexError(label);
  if (code === deniedCode) {
    return new MarketError(
      'unauthorized',
      t('The user lacks a right at {0}: {1}. Grant it.', label, firstLine(error)),
    );
  }
  if (unknownClusterCodes.has(code)) {
    return new MarketError(
      'bad-parameter',
      t('{0} does not know the cluster. Check its configuration: {1}', label, firstLine(error)),
    );
  }
  // Codes of the operating system, and the client's own words for its deadline.
  if (/^[A-Z]/.test(code) || /timeout error/i.test(errorMessage(error))) {
    return errorFromTransport(error, label);
  }
  return new MarketError('service-failing', t('{0} failed: {1}', label, firstLine(error)));
}

const firstLine = (error: unknown): string =>
  (errorMessage(error).split('\n')[0] ?? '').replace(/\.?\s*$/, '');
