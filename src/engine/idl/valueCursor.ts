import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { type IdlType, maxIdlDepth } from './model.ts';
import type { ValueFault } from './values.ts';

const maxValues = 10_000;
const maxMilliseconds = 100;

type OffsetStrategy = Extract<IdlType, { readonly kind: 'offset' }>['strategy'];

export interface WindowOptions {
  /** Zeros behind the value are no bytes that were left. */
  readonly isPadded: boolean;
  /** The value ends in front of the zeros at the end. */
  readonly trimsZeros: boolean;
  /** Bytes behind the window that belong to it. */
  readonly behind: number;
}

/**
 * A place in untrusted bytes, and the limits of one decoding: depth, number of values and time.
 * Nothing throws: what cannot be taken leaves a fault, the first of which stays.
 */
export class ValueCursor {
  readonly #bytes: Buffer;
  /** Bounds of the surrounding type. */
  #start = 0;
  #end: number;
  #at: number;
  #depth = 0;
  #values = 0;
  readonly #deadline: number;
  #fault: ValueFault | null = null;
  #hasSkipped = false;
  #isOpaque = false;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.length;
    this.#at = at;
    this.#deadline = performance.now() + maxMilliseconds;
  }

  get fault(): ValueFault | null {
    return this.#fault;
  }

  /** No value behind this place can be read. */
  get isStopped(): boolean {
    return this.#fault !== null || this.#isOpaque;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** Bytes behind the value, or inside it behind a part of fixed size. */
  get hasLeftover(): boolean {
    return this.#at < this.#end || this.#hasSkipped;
  }

  get offset(): number {
    return this.#at;
  }

  /** Counts a value; `false`, with a fault, beyond a limit. */
  enter(): boolean {
    this.#values += 1;
    if (this.#values > maxValues) {
      this.refuse(t('more than {0} values', formatCount(maxValues)));
    } else if (this.#depth >= maxIdlDepth) {
      this.refuse(t('nested deeper than {0}', maxIdlDepth));
    } else if (performance.now() > this.#deadline) {
      this.refuse(t('more than {0} ms', maxMilliseconds));
    } else {
      this.#depth += 1;
      return true;
    }
    return false;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** For a value that the type does not have, or a type that cannot be read. */
  refuse(reason: string): null {
    this.#fault ??= { state: 'invalid', reason };
    return null;
  }

  /** The data ends inside the value. */
  endShort(reason: string): null {
    this.#fault ??= { state: 'short', reason };
    return null;
  }

  /** Bytes of unknown length were taken. */
  endOpaque(): void {
    this.#isOpaque = true;
  }

  /** The next bytes; `null` if there are too few. */
  take(length: number): Buffer | null {
    const left = this.#end - this.#at;
    if (length > left) {
      const has = formatCount(Math.max(0, left));
      return this.endShort(t('needs {0} bytes, has {1}', formatCount(length), has));
    }
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  takeRest(): Buffer | null {
    return this.take(this.#end - this.#at);
  }

  /** Bytes in front of the next ones that are equal; negative: there are none. */
  distanceTo(bytes: Uint8Array): number {
    return this.#bytes.subarray(this.#at, this.#end).indexOf(bytes);
  }

  goBackTo(offset: number): void {
    this.#at = offset;
  }

  /** Reads a value that must not read beyond the next bytes, and goes on behind them. */
  within<Value>(length: number, options: WindowOptions, read: () => Value): Value | null {
    const start = this.#at;
    if (this.take(length) === null) return null;
    const outer = [this.#start, this.#end] as const;
    const after = this.#at;
    [this.#start, this.#at, this.#end] = [start, start, after];
    if (options.trimsZeros) this.#trimZeros();
    const value = read();
    const left = this.#bytes.subarray(Math.min(this.#at, after), this.#end);
    if (!options.isPadded || left.some((byte) => byte !== 0)) this.#hasSkipped ||= left.length > 0;
    [this.#start, this.#end] = outer;
    if (this.#fault === null) this.#at = after + options.behind;
    return value;
  }

  #trimZeros(): void {
    while (this.#end > this.#at && this.#bytes[this.#end - 1] === 0) this.#end -= 1;
  }

  /** @param before where the value began that the offset is about */
  move(strategy: OffsetStrategy, offset: number, before: number): boolean {
    const from = { absolute: offset < 0 ? this.#end : this.#start, preOffset: before };
    const base = strategy === 'absolute' || strategy === 'preOffset' ? from[strategy] : this.#at;
    const next = base + offset;
    if (next < this.#start) this.refuse(t('the IDL has an offset in front of the data'));
    else if (next > this.#end) this.endShort(t('the data ends in front of an offset'));
    else this.#at = next;
    return this.#fault === null;
  }
}
