import { nameInWords } from './errorTable.ts';
import { instructionErrors, transactionErrors } from './tables/runtime.ts';

/** `err` of a transaction, as far as it is readable. */
export type RuntimeError =
  | { readonly kind: 'transaction'; readonly name: string; readonly detail: unknown }
  | {
      readonly kind: 'instruction';
      /** `null`: unreadable. */
      readonly instruction: number | null;
      /** `Custom` for an error of a program. */
      readonly name: string;
      /** Unsigned 32-bit code; `null` for a runtime error. */
      readonly code: number | null;
    };

/**
 * Parses errors of Solana's RPC: `"BlockhashNotFound"`, `{"InstructionError":[2,{"Custom":1}]}`.
 * Names come from the node: sanitize them. `null`: no error.
 */
export function readRuntimeError(error: unknown): RuntimeError | null {
  if (error === null || error === undefined) return null;
  const { name, detail } = readVariant(error);
  if (name !== 'InstructionError' || !Array.isArray(detail)) {
    return { kind: 'transaction', name, detail };
  }
  const [index, reason] = detail as readonly unknown[];
  const read = readVariant(reason);
  return {
    kind: 'instruction',
    instruction: readInteger(index, 0xffff),
    name: read.name,
    code: read.name === 'Custom' ? readInteger(read.detail, 0xffff_ffff) : null,
  };
}

/** A Rust enum variant in serde's JSON: `"Name"` or `{"Name": detail}`. */
function readVariant(value: unknown): { readonly name: string; readonly detail: unknown } {
  if (typeof value === 'string') return { name: value, detail: null };
  if (typeof value !== 'object' || value === null) return { name: 'unknown error', detail: null };
  const [[name, detail] = ['unknown error', null]] = Object.entries(value);
  return { name, detail };
}

function readInteger(value: unknown, largest: number): number | null {
  if (typeof value !== 'number' && typeof value !== 'bigint') return null;
  const read = Number(value);
  return Number.isInteger(read) && read >= 0 && read <= largest ? read : null;
}

/** `null` for an unknown name. */
export function runtimeErrorMessage({ kind, name }: RuntimeError): string | null {
  return wordsOf(kind === 'transaction' ? transactionErrors : instructionErrors).get(name) ?? null;
}

const parsed = new Map<string, ReadonlyMap<string, string>>();

function wordsOf(text: string): ReadonlyMap<string, string> {
  let words = parsed.get(text);
  if (words === undefined) {
    words = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => {
          const [name = '', message] = line.trim().split(': ');
          return [name, message ?? nameInWords(name)];
        }),
    );
    parsed.set(text, words);
  }
  return words;
}
