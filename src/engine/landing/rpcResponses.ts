import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { ChainAccount } from '../../solana/landing/chainAccounts.ts';
import { formatTransactionError } from '../../solana/programErrors/errorWords.ts';
import { isU8 } from '../base/integers.ts';
import type { TransactionStatus } from '../chain/landingChain.ts';
import { parseAccount } from '../rpc/rpcMethods.ts';

export const unreadableResponse = (method: string) =>
  new MarketError('unreadable-answer', t('Unreadable response from the node to {0}', method));

export const contextSlot = (response: unknown): number | null => {
  const context = isObject(response) ? response['context'] : undefined;
  const slot = isObject(context) ? context['slot'] : undefined;
  return typeof slot === 'number' ? slot : null;
};

export function readContextResponse(response: unknown, method: string) {
  const value = isObject(response) ? response['value'] : undefined;
  if (!isObject(value)) throw unreadableResponse(method);
  return { context: contextSlot(response), value };
}

/** By address; `null` for an account that does not exist. */
export function readAccounts(
  value: unknown,
  addresses: readonly string[],
  method: string,
): Map<string, ChainAccount | null> {
  if (!Array.isArray(value) || value.length !== addresses.length) throw unreadableResponse(method);
  return new Map(
    addresses.map((address, at) => {
      const account = parseAccount(value[at]);
      if (account === undefined) throw unreadableResponse(method);
      return [address, account];
    }),
  );
}

/** A node truncates the whole log of a transaction at 10 kB. */
const maxLogLineLength = 10_000;
const maxLogLines = 1_000;

/** Far above a node's limit; bounds what is displayed and stored with the simulation. */
const maxLogLength = 500_000;

/** Logs are untrusted text. */
export function readLogs(value: unknown): string[] {
  const lines: string[] = [];
  let room = maxLogLength;
  for (const line of Array.isArray(value) ? value.slice(0, maxLogLines) : []) {
    const shown = sanitizeText(String(line), maxLogLineLength);
    room -= shown.length;
    if (room < 0) break;
    lines.push(shown);
  }
  return lines;
}

/** Decimals by mint, from the token balances that newer nodes return. */
export function tokenDecimals(value: Readonly<Record<string, unknown>>): Map<string, number> {
  const decimals = new Map<string, number>();
  for (const member of ['preTokenBalances', 'postTokenBalances']) {
    const list = value[member];
    for (const balance of Array.isArray(list) ? (list as unknown[]) : []) {
      if (!isObject(balance) || !isObject(balance['uiTokenAmount'])) continue;
      const { mint, uiTokenAmount } = balance;
      const digits = uiTokenAmount['decimals'];
      if (typeof mint === 'string' && isU8(digits)) decimals.set(mint, digits);
    }
  }
  return decimals;
}

export function readTransactionStatus(value: unknown): TransactionStatus | null {
  if (!isObject(value)) return null;
  const { slot, err, confirmationStatus } = value;
  if (typeof slot !== 'number') return null;
  const confirmation =
    confirmationStatus === 'finalized' || confirmationStatus === 'confirmed'
      ? confirmationStatus
      : 'processed';
  const hasFailed = err !== null && err !== undefined;
  return { slot, confirmation, error: hasFailed ? formatTransactionError(err) : null };
}
