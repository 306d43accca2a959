/** The text of one value of an array, and where it stands. */
export interface ArrayElement {
  /** Position in the array, from 0. */
  readonly index: number;
  /** Byte at which it begins, from 0. */
  readonly offset: number;
  /** `null`: longer than the splitter keeps. */
  readonly bytes: Buffer | null;
}

/** How the text ended; only `whole` is a complete array. */
export type ArrayEnd = 'whole' | 'cut-off' | 'empty' | 'no-array';

const newline = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const firstPrintable = 0x21;

const elementBytesMaximum = 4 * 1024 * 1024;

type Place = 'before' | 'between' | 'scalar' | 'container' | 'after' | 'no-array';

/**
 * Splits the bytes of one JSON array, in chunks cut anywhere, into its elements without parsing
 * them, so that an array of any length needs the memory of one element. A broken element costs
 * itself and no other wherever brackets still tell where the next begins: texts end with their
 * line, a wrong closing bracket closes what is open, and an object where a key must stand begins
 * the next element.
 */
export class JsonArraySplitter {
  #place: Place = 'before';
  /** Open brackets within the element, as bytes. */
  #open: number[] = [];
  #inText = false;
  #escaped = false;
  /** Newest byte outside of texts that is no white space. */
  #last = 0;
  #pieces: Buffer[] = [];
  #kept = 0;
  #offset = 0;
  #count = 0;
  /** Bytes of the chunks before. */
  #consumed = 0;
  #hasMore = false;

  /** Whether something other than white space follows the end of the array. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** Elements that end within the chunk; they share its memory. */
  push(chunk: Buffer): ArrayElement[] {
    const found: ArrayElement[] = [];
    const { length } = chunk;
    let start = 0;
    for (let at = 0; at < length; at++) {
      if (this.#inText) {
        at = this.#skipText(chunk, at);
        continue;
      }
      const byte = chunk[at] as number;
      if (byte < firstPrintable) continue;
      if (this.#place === 'container') {
        if (byte === openBrace && this.#isKeyNext()) {
          found.push(this.#end(chunk, start, at));
          start = this.#begin('container', at, byte);
        } else if (byte === quote) this.#inText = true;
        else if (byte === openBrace || byte === openBracket) this.#open.push(byte);
        else if (byte === closeBrace || byte === closeBracket) {
          const isArrayEnd = this.#close(byte);
          if (this.#open.length === 0) {
            found.push(this.#end(chunk, start, isArrayEnd ? at : at + 1));
            if (isArrayEnd) this.#place = 'after';
          }
        }
      } else if (this.#place === 'scalar') {
        if (byte === comma || byte === closeBracket) {
          found.push(this.#end(chunk, start, at));
          if (byte === closeBracket) this.#place = 'after';
        } else if (byte === openBrace) {
          found.push(this.#end(chunk, start, at));
          start = this.#begin('container', at, byte);
        } else if (byte === quote) this.#inText = true;
      } else if (this.#place === 'between') {
        if (byte === closeBracket) this.#place = 'after';
        else if (byte === openBrace || byte === openBracket) {
          start = this.#begin('container', at, byte);
        } else if (byte !== comma) {
          start = this.#begin('scalar', at, byte);
          this.#inText = byte === quote;
        }
      } else if (this.#place === 'before') {
        // The mark that some editors put before a text.
        const isMark = byte === 0xef || byte === 0xbb || byte === 0xbf;
        if (!isMark) this.#place = byte === openBracket ? 'between' : 'no-array';
      } else this.#hasMore = true;
      this.#last = byte;
    }
    if (this.#place === 'scalar' || this.#place === 'container') this.#keep(chunk.subarray(start));
    this.#consumed += length;
    return found;
  }

  /** Index of the byte that ends the text which goes on at `from`, or the chunk's length. */
  #skipText(chunk: Buffer, from: number): number {
    let isEscaped = this.#escaped;
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote || byte === newline) {
        this.#inText = false;
        this.#escaped = false;
        return at;
      }
    }
    this.#escaped = isEscaped;
    return chunk.length;
  }

  /** How the array ended, and the element that it ended in. */
  end(): { readonly end: ArrayEnd; readonly rest: ArrayElement | null } {
    const isWithin = this.#place === 'scalar' || this.#place === 'container';
    const rest = isWithin ? this.#end(Buffer.alloc(0), 0, 0) : null;
    switch (this.#place) {
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

  #begin(place: Place, at: number, byte: number): number {
    this.#place = place;
    this.#offset = this.#consumed + at;
    this.#open = place === 'container' ? [byte] : [];
    return at;
  }

  /** Whether a key must follow, where no object may stand. */
  #isKeyNext(): boolean {
    return (
      this.#open[this.#open.length - 1] === openBrace &&
      (this.#last === comma || this.#last === openBrace)
    );
  }

  /** Closes up to the bracket's partner. True when it can only be the end of the whole array. */
  #close(byte: number): boolean {
    const partner = this.#open.lastIndexOf(byte === closeBrace ? openBrace : openBracket);
    this.#open.length = Math.max(0, partner);
    return partner === -1 && byte === closeBracket;
  }

  #keep(bytes: Buffer): void {
    this.#kept += bytes.length;
    if (this.#kept > elementBytesMaximum) this.#pieces = [];
    else if (bytes.length > 0) this.#pieces.push(bytes);
  }

  #end(chunk: Buffer, start: number, end: number): ArrayElement {
    this.#place = 'between';
    const isWithinChunk = this.#kept === 0;
    this.#keep(chunk.subarray(start, end));
    const [first = Buffer.alloc(0)] = this.#pieces;
    const whole = isWithinChunk ? first : Buffer.concat(this.#pieces);
    const bytes = this.#kept > elementBytesMaximum ? null : whole;
    this.#pieces = [];
    this.#kept = 0;
    return { index: this.#count++, offset: this.#offset, bytes };
  }
}
