import { t } from '@vscode/l10n';
import { cancelledError } from '../../../../api/cancellation.ts';
import { errorMessage } from '../../../../api/errorMessage.ts';
import { MarketError } from '../../../../api/marketError.ts';
import { SecretRedactor } from '../../../../http/secretRedactor.ts';
import { errorFromTransport } from '../../../../http/transportErrors.ts';
import { errorCode } from '../../../base/fileError.ts';
import type { ClickHouseTarget } from './clickHouseUrl.ts';

/** ClickHouse error codes, as its client reports them. */
const rejectedCodes: ReadonlySet<string> = new Set(['192', '193', '194', '516']);
const deniedCode = '497';
/** Unknown table or database. */
const missingCodes: ReadonlySet<string> = new Set(['60', '81']);
const unknownClusterCodes: ReadonlySet<string> = new Set(['170', '701']);
/** Too few live replicas, an earlier insert still waiting for replicas, quorum timeout. */
const fewReplicasCodes: ReadonlySet<string> = new Set(['285', '286', '319']);
const noReplicaCode = '279';
const timeoutCode = '159';
/** Read-only replica, lost or failed Keeper session. */
const noKeeperCodes: ReadonlySet<string> = new Set(['242', '225', '999']);
/** A connection between servers failed or timed out, or a server is shutting down. */
const brokenCodes: ReadonlySet<string> = new Set(['32', '101', '209', '210', '236']);

export const isShortOfReplicas = (error: unknown): boolean =>
  fewReplicasCodes.has(String(errorCode(error) ?? ''));

/** True if another server may succeed. */
export function isLostHost(error: unknown): boolean {
  const code = String(errorCode(error) ?? '');
  return (
    isUnreachable(error) ||
    brokenCodes.has(code) ||
    noKeeperCodes.has(code) ||
    code === noReplicaCode
  );
}

/** Operating system codes, and the timeout message of the client. */
export const isUnreachable = (error: unknown): boolean =>
  /^[A-Z]/.test(String(errorCode(error) ?? '')) || /timeout error/i.test(errorMessage(error));

/** What failed and what to do. Removes the password in every form that the server may repeat. */
export function toClickHouseError(
  error: unknown,
  { label, password }: ClickHouseTarget,
  signal?: AbortSignal,
): MarketError {
  if (MarketError.is(error)) return error;
  if (signal?.aborted === true) return cancelledError();
  return new SecretRedactor([password]).redact(classify(error, label));
}

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
  if (code === noReplicaCode) {
    return new MarketError(
      'service-failing',
      t(
        '{0} has a shard without a replica. Start one of its servers: {1}',
        label,
        firstLine(error),
      ),
    );
  }
  if (noKeeperCodes.has(code)) {
    return new MarketError(
      'service-failing',
      t(
        '{0} cannot write without its Keeper. Check ClickHouse Keeper: {1}',
        label,
        firstLine(error),
      ),
    );
  }
  if (code === timeoutCode) {
    return new MarketError(
      'service-failing',
      t('A server of the cluster of {0} does not respond. Start it: {1}', label, firstLine(error)),
    );
  }
  if (isUnreachable(error)) return errorFromTransport(error, label);
  return new MarketError('service-failing', t('{0} failed: {1}', label, firstLine(error)));
}

const firstLine = (error: unknown): string =>
  (errorMessage(error).split('\n')[0] ?? '').replace(/\.?\s*$/, '');
