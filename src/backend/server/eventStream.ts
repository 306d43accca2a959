import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ArbitrageEvent } from '../../api/arbscope/arbitrages.ts';
import { failureEvent } from '../../api/arbscope/eventStream.ts';
import { stringifyJson } from '../../api/json.ts';
import { toErrorResponse } from './httpErrorResponse.ts';

export interface EventStreamOptions {
  /** After this time without an event, a comment shows that the connection is alive. */
  readonly heartbeatMilliseconds: number;
  /** A reader that takes nothing for this long is cut off. */
  readonly stallMilliseconds: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Arbitrages as server-sent events; the id of an event is its cursor. Waits for the first event, so
 * that an earlier failure still gets an HTTP status; a later failure is sent as an event. Requests
 * the next event only after the reader has taken the previous one.
 */
export async function arbitrageEventStream(
  events: AsyncIterable<ArbitrageEvent>,
  options: EventStreamOptions,
): Promise<Readable> {
  const iterator = events[Symbol.asyncIterator]();
  const first = await iterator.next();
  const stream = Readable.from(
    writeEvents(iterator, first, options, () => stream.destroy()),
    // Counted in bytes, because one event may have hundreds of thousands of them.
    { objectMode: false, highWaterMark: 1 },
  );
  // Release the events if the reader disconnects early.
  stream.once('close', () => void iterator.return?.().catch(() => undefined));
  return stream;
}

async function* writeEvents(
  events: AsyncIterator<ArbitrageEvent>,
  first: IteratorResult<ArbitrageEvent>,
  { heartbeatMilliseconds, stallMilliseconds, onFailure }: EventStreamOptions,
  cutOff: () => void,
): AsyncGenerator<Buffer> {
  const stall = setTimeout(cutOff, stallMilliseconds);
  try {
    let next = Promise.resolve(first);
    for (;;) {
      const result = await orHeartbeat(next, heartbeatMilliseconds);
      if (result?.done === true) return;
      // Resumes when the reader has taken this.
      stall.refresh();
      yield result === null ? Buffer.from(':\n\n') : formatEvent(result.value);
      stall.refresh();
      if (result !== null) next = events.next();
    }
  } catch (error) {
    onFailure(error);
    yield Buffer.from(formatFailure(error));
  } finally {
    clearTimeout(stall);
  }
}

/** `null` after a timeout. */
async function orHeartbeat<Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | null> {
  const arrived = new AbortController();
  const heartbeat = wait(milliseconds, null, { signal: arrived.signal, ref: false });
  try {
    return await Promise.race([promise, heartbeat]);
  } finally {
    arrived.abort();
    heartbeat.catch(() => undefined);
  }
}

/** Streams with the same filter get the same event object. */
const formattedEvents = new WeakMap<ArbitrageEvent, Buffer>();

/** JSON only has line breaks inside strings, where they are escaped. */
function formatEvent(event: ArbitrageEvent): Buffer {
  const known = formattedEvents.get(event);
  if (known !== undefined) return known;
  const text = Buffer.from(`id: ${event.newest}\ndata: ${stringifyJson(event)}\n\n`);
  formattedEvents.set(event, text);
  return text;
}

const formatFailure = (error: unknown): string =>
  `event: ${failureEvent}\ndata: ${JSON.stringify(toErrorResponse(error).body)}\n\n`;
