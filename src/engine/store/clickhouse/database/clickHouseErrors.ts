import { t } from '@vscode/l10n';
import { errorMessage } from '../../../../api/errorMessage.ts';
import { MarketError } from '../../../../api/marketError.ts';
import { SecretRedactor } from '../../../../http/secretRedactor.ts';
import { errorFromTransport } from '../../../../http/transportErrors.ts';
import { errorCode } from '../../../base/fileError.ts';
import type { ClickHouseTarget } from './clickHouseUrl.ts';

/** ClickHouse's own codes, as its client gives them. */
const rejectedCodes: ReadonlySet<string> = new Set(['192', '193', '194', '516']);
const deniedCode = '497';
/** An unknown table or database. */
const missingCodes: ReadonlySet<string> = new Set(['60', '81']);
const unknownClusterCodes: ReadonlySet<string> = new Set(['170', '701']);
/** Too few live ones, an earlier insert that waits for them, and too long a wait. */
const fewReplicasCodes: ReadonlySet<string> = new Set(['285', '286', '319']);
const noReplicaCode = '279';
const timeoutCode = '159';
/** A replica that is read only, and sessions that are lost or fail. */
const noKeeperCodes: ReadonlySet<string> = new Set(['242', '225', '999']);
/** A connection between servers that broke or stood still, or a server that is stopping. */
const brokenCodes: ReadonlySet<string> = new Set(['32', '101', '209', '210', '236']);

/** Fewer replicas are alive than were to confirm an insert. */
export const isShortOfReplicas = (error: unknown): boolean =>
  fewReplicasCodes.has(String(errorCode(error) ?? ''));

/** Another server may answer what this one did not. */
export function isLostHost(error: unknown): boolean {
  const code = String(errorCode(error) ?? '');
  return (
    isUnreachable(error) ||
    brokenCodes.has(code) ||
    noKeeperCodes.has(code) ||
    code === noReplicaCode
  );
}

/** Codes of the operating system, and the client's own words for its deadline. */
export const isUnreachable = (error: unknown): boolean =>
  /^[A-Z]/.test(String(errorCode(error) ?? '')) || /timeout error/i.test(errorMessage(error));

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
