import { t } from '@vscode/l10n';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { formatTransactionError } from '../../solana/programErrors/errorWords.ts';
import type { TransactionStatus } from '../chain/landingChain.ts';

// What a node answers, read: nothing in it is taken for granted.

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

/** Longer than what a node keeps of one transaction's log, 10 kB. */
const maxLogLineLength = 10_000;
const maxLogLines = 1_000;

/** Many times what a node keeps; a whole log is shown and kept with its simulation. */
const maxLogLength = 500_000;

/** What programs logged: whoever wrote a program chose the words. */
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

/** Newer nodes list token balances with their decimals. */
export function tokenDecimals(value: Readonly<Record<string, unknown>>): Map<string, number> {
  const decimals = new Map<string, number>();
  for (const member of ['preTokenBalances', 'postTokenBalances']) {
    const list = value[member];
    for (const balance of Array.isArray(list) ? (list as unknown[]) : []) {
      if (!isObject(balance) || !isObject(balance['uiTokenAmount'])) continue;
      const { mint, uiTokenAmount } = balance;
      const digits = uiTokenAmount['decimals'];
      if (typeof mint === 'string' && typeof digits === 'number') decimals.set(mint, digits);
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
