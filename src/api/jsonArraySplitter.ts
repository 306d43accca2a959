export interface ArrayElement {
  readonly index: number;
  /** From 0, of its first byte. */
  readonly offset: number;
  /** `null` if the element is larger than the splitter buffers. */
  readonly bytes: Buffer | null;
  /** Maximum nesting depth of its brackets. */
  readonly depth: number;
}

/** How the input ended; only `whole` is a complete array. */
export type ArrayEnding = 'whole' | 'cut-off' | 'empty' | 'no-array';

const newline = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const firstPrintable = 0x21;

/** Up to this length, a byte loop is faster than `indexOf`. */
const shortTextBytes = 64;
const maxElementBytes = 4 * 1024 * 1024;

const isSpecialInText = new Uint8Array(256);
for (const byte of [quote, backslash, newline]) isSpecialInText[byte] = 1;

type SplitterState = 'before' | 'between' | 'scalar' | 'container' | 'after' | 'no-array';

/**
 * Splits the bytes of one JSON array, in arbitrary chunks, into its elements without parsing them,
 * so an array of any length needs the memory of one element. A broken element does not affect
 * others while brackets show where the next one begins: strings end at a line break, a mismatched
 * closing bracket closes the inner ones, and an object in place of a key begins the next element.
 */
export class JsonArraySplitter {
  #state: SplitterState = 'before';
  #openBrackets: number[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Last byte outside of strings that is not white space. */
  #lastByte = 0;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #offset = 0;
  #count = 0;
  #consumed = 0;
  #hasTrailingData = false;
  /** Index of the next backslash or newline in this chunk; -1: not searched yet. */
  #special = -1;

  get hasTrailingData(): boolean {
    return this.#hasTrailingData;
  }

  /** The elements' bytes may share the chunk's memory. */
  push(chunk: Buffer): ArrayElement[] {
    this.#special = -1;
    const found: ArrayElement[] = [];
    const { length } = chunk;
    let start = 0;
    for (let at = 0; at < length; at++) {
      if (this.#inString) {
        at = this.#skipString(chunk, at);
        continue;
      }
      const byte = chunk[at] as number;
      if (byte < firstPrintable) continue;
      if (this.#state === 'container') {
        if (byte === openBrace && this.#isKeyNext()) {
          found.push(this.#endElement(chunk, start, at));
          start = this.#beginElement('container', at, byte);
        } else if (byte === quote) this.#inString = true;
        else if (byte === openBrace || byte === openBracket) {
          this.#depth = Math.max(this.#depth, this.#openBrackets.push(byte));
        } else if (byte === closeBrace || byte === closeBracket) {
          const isArrayEnd = this.#closeBracket(byte);
          if (this.#openBrackets.length === 0) {
            found.push(this.#endElement(chunk, start, isArrayEnd ? at : at + 1));
            if (isArrayEnd) this.#state = 'after';
          }
        }
      } else if (this.#state === 'scalar') {
        if (byte === comma || byte === closeBracket) {
          found.push(this.#endElement(chunk, start, at));
          if (byte === closeBracket) this.#state = 'after';
        } else if (byte === openBrace) {
          found.push(this.#endElement(chunk, start, at));
          start = this.#beginElement('container', at, byte);
        } else if (byte === quote) this.#inString = true;
      } else if (this.#state === 'between') {
        if (byte === closeBracket) this.#state = 'after';
        else if (byte === openBrace || byte === openBracket) {
          start = this.#beginElement('container', at, byte);
        } else if (byte !== comma) {
          start = this.#beginElement('scalar', at, byte);
          this.#inString = byte === quote;
        }
      } else if (this.#state === 'before') {
        // Byte order mark.
        const isMark = byte === 0xef || byte === 0xbb || byte === 0xbf;
        if (!isMark) this.#state = byte === openBracket ? 'between' : 'no-array';
      } else this.#hasTrailingData = true;
      this.#lastByte = byte;
    }
    if (this.#state === 'scalar' || this.#state === 'container')
      this.#buffer(chunk.subarray(start));
    this.#consumed += length;
    return found;
  }

  /** From `from` on; the chunk's length if the string does not end in it. */
  #skipString(chunk: Buffer, from: number): number {
    const { length } = chunk;
    let at = this.#escaped ? from + 1 : from;
    this.#escaped = false;
    const far = at + shortTextBytes;
    while (at < length) {
      if (at === far) {
        const end = this.#longTextEnd(chunk, at);
        if (end !== -1) {
          this.#inString = false;
          return end;
        }
      }
      const byte = chunk[at] as number;
      if (isSpecialInText[byte] === 0) at += 1;
      else if (byte === backslash) at += 2;
      else {
        this.#inString = false;
        return at;
      }
    }
    this.#escaped = at > length;
    return length;
  }

  /**
   * Finds the end of a long string without escapes or line breaks with `indexOf`; -1: scan byte by
   * byte. Caches the next special byte, which may be many strings ahead.
   */
  #longTextEnd(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(quote, from);
    if (end === -1) return -1;
    if (this.#special < from) {
      const nextOf = (byte: number): number => {
        const at = chunk.indexOf(byte, from);
        return at === -1 ? chunk.length : at;
      };
      this.#special = Math.min(nextOf(backslash), nextOf(newline));
    }
    return end < this.#special ? end : -1;
  }

  end(): { readonly end: ArrayEnding; readonly rest: ArrayElement | null } {
    const isWithin = this.#state === 'scalar' || this.#state === 'container';
    const rest = isWithin ? this.#endElement(Buffer.alloc(0), 0, 0) : null;
    switch (this.#state) {
      case 'after':
        return { end: 'whole', rest };
      case 'before':
        return { end: 'empty', rest };
      case 'no-array':
        return { end: 'no-array', rest };
      default:
        return { end: 'cut-off', rest };
    }
  }

  #beginElement(place: SplitterState, at: number, byte: number): number {
    this.#state = place;
    this.#offset = this.#consumed + at;
    this.#openBrackets = place === 'container' ? [byte] : [];
    this.#depth = this.#openBrackets.length;
    return at;
  }

  /** If so, an object here starts a new element. */
  #isKeyNext(): boolean {
    return (
      this.#openBrackets[this.#openBrackets.length - 1] === openBrace &&
      (this.#lastByte === comma || this.#lastByte === openBrace)
    );
  }

  /** True if the byte can only end the whole array. */
  #closeBracket(byte: number): boolean {
    const partner = this.#openBrackets.lastIndexOf(byte === closeBrace ? openBrace : openBracket);
    this.#openBrackets.length = Math.max(0, partner);
    return partner === -1 && byte === closeBracket;
  }

  #buffer(bytes: Buffer): void {
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes > maxElementBytes) this.#chunks = [];
    else if (bytes.length > 0) this.#chunks.push(bytes);
  }

  #endElement(chunk: Buffer, start: number, end: number): ArrayElement {
    this.#state = 'between';
    const isWithinChunk = this.#bufferedBytes === 0;
    this.#buffer(chunk.subarray(start, end));
    const [first = Buffer.alloc(0)] = this.#chunks;
    const whole = isWithinChunk ? first : Buffer.concat(this.#chunks);
    const bytes = this.#bufferedBytes > maxElementBytes ? null : whole;
    this.#chunks = [];
    this.#bufferedBytes = 0;
    return { index: this.#count++, offset: this.#offset, bytes, depth: this.#depth };
  }
}
