import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { isObject } from '../../api/isObject.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import { looksLikeTransaction } from '../../solana/landing/looksLikeTransaction.ts';
import {
  type ParsedInput,
  parseTransactionFile,
  parseTransactionText,
} from '../../solana/landing/parseTransactions.ts';

export interface InputSource {
  /** For example "Clipboard". */
  readonly name: string;
  readonly icon: string;
  readonly input: ParsedInput;
  readonly uri: string | null;
}

export const holdsTransactions = (input: ParsedInput): boolean =>
  input.kind === 'transactions' &&
  input.transactions.every(({ bytes }) => looksLikeTransaction(bytes));

/** Accepts text, bytes, or a list of either. */
export function parseArgument(given: unknown): ParsedInput {
  if (typeof given === 'string') return parseTransactionText(given);
  // A copy, so that the caller cannot change the bytes later.
  if (given instanceof Uint8Array) return parseTransactionFile(Uint8Array.from(given));
  if (Array.isArray(given)) {
    // Bytes as numbers, texts, or both: parsed as JSON text.
    const entries: readonly unknown[] = given;
    return parseTransactionText(
      toJson(entries.map((one) => (one instanceof Uint8Array ? [...one] : one))),
    );
  }
  if (typeof given === 'object' && given !== null) return parseTransactionText(toJson(given));
  return { kind: 'wrong', reason: t('The command argument is not a transaction.') };
}

/** Empty if the value cannot be written as JSON. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

export function inputErrorMessage(input: ParsedInput): string | null {
  switch (input.kind) {
    case 'transactions':
      return null;
    case 'empty':
      return t('No transaction found.');
    case 'secret-key':
      return t(
        'This is a secret key. It was not sent, logged or stored. Clear it from the clipboard: it controls the wallet’s funds.',
      );
    case 'wrong':
      return input.reason;
  }
}

export const formatInputSize = (input: ParsedInput): string => {
  if (input.kind !== 'transactions') return '';
  const [first] = input.transactions;
  return input.transactions.length === 1
    ? t('1 transaction, {0} bytes', formatCount(first?.bytes.length ?? 0))
    : t('{0} transactions', input.transactions.length);
};

/**
 * Arguments of a task's input (`"type": "command"` in `tasks.json`): the path of a file, relative
 * to the workspace folder, or the transaction itself. The result must be text, since the editor
 * inserts only text into a task.
 */
type TaskRequest = { readonly file: string } | { readonly transaction: string };

export function parseTaskRequest(given: unknown): TaskRequest | null {
  if (!isObject(given)) return null;
  const { file, transaction, method } = given;
  if (method !== undefined) return null;
  if (typeof file === 'string' && file !== '') return { file };
  return typeof transaction === 'string' ? { transaction } : null;
}

/** Signatures separated by spaces. `undefined` (cancels the task) unless all were accepted. */
export function taskResult(
  outcomes: readonly Pick<LandingEntry, 'signature' | 'state'>[] | undefined,
): string | undefined {
  const isTaken = outcomes?.every(({ state }) => state !== 'refused' && state !== 'unknown');
  return isTaken === true ? outcomes?.map(({ signature }) => signature).join(' ') : undefined;
}
