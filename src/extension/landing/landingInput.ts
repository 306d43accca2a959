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
  /** "Clipboard". */
  readonly name: string;
  /** Codicon. */
  readonly icon: string;
  readonly input: ParsedInput;
  /** Of a file; null: another place. */
  readonly uri: string | null;
}

/** Whether it holds what looks like transactions, so that it is worth offering. */
export const holdsTransactions = (input: ParsedInput): boolean =>
  input.kind === 'transactions' &&
  input.transactions.every(({ bytes }) => looksLikeTransaction(bytes));

/** What a command was given: text, bytes, or a list of either. */
export function parseArgument(given: unknown): ParsedInput {
  if (typeof given === 'string') return parseTransactionText(given);
  // A copy, so that whoever gave it cannot change it any more.
  if (given instanceof Uint8Array) return parseTransactionFile(Uint8Array.from(given));
  if (Array.isArray(given)) {
    // Bytes as numbers, texts, or both: as the text of the same.
    const entries: readonly unknown[] = given;
    return parseTransactionText(
      toJson(entries.map((one) => (one instanceof Uint8Array ? [...one] : one))),
    );
  }
  if (typeof given === 'object' && given !== null) return parseTransactionText(toJson(given));
  return { kind: 'wrong', reason: t('The command argument is not a transaction.') };
}

/** Empty for what cannot be written as JSON. */
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
 * What an input of a task gives (`"type": "command"` in `tasks.json`): the path of a file, in the
 * workspace's folder where it is relative, or the transaction itself. It wants text for an answer:
 * the editor puts nothing else into a task.
 */
type TaskRequest = { readonly file: string } | { readonly transaction: string };

/** `null` for whatever else the command was given. */
export function parseTaskRequest(given: unknown): TaskRequest | null {
  if (!isObject(given)) return null;
  const { file, transaction, method } = given;
  if (method !== undefined) return null;
  if (typeof file === 'string' && file !== '') return { file };
  return typeof transaction === 'string' ? { transaction } : null;
}

/** The signatures for the task; `undefined` ends the task, unless all were accepted. */
export function taskResult(
  outcomes: readonly Pick<LandingEntry, 'signature' | 'state'>[] | undefined,
): string | undefined {
  const isTaken = outcomes?.every(({ state }) => state !== 'refused' && state !== 'unknown');
  return isTaken === true ? outcomes?.map(({ signature }) => signature).join(' ') : undefined;
}
