import { t } from '@vscode/l10n';
import { createParser } from 'eventsource-parser';
import { MarketError } from '../api/marketError.ts';

export interface ServerSentEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** Several times the largest event. */
const maxEventCharacters = 4 * 1024 * 1024;

/**
 * Parses server-sent events as they arrive (HTML standard, "Server-sent events"). Throws a
 * MarketError of kind `unreadable-answer` for an event that is too large.
 */
export async function* readEventStream(
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  let events: ServerSentEvent[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: ({ event, data }) => events.push({ event, data }),
    // Other errors concern single lines, which the standard says to ignore.
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  for await (const piece of pieces) {
    parser.feed(decoder.decode(piece, { stream: true }));
    if (isTooLarge) {
      throw new MarketError('unreadable-answer', t('Invalid response: {0}', t('too large')));
    }
    const complete = events;
    events = [];
    yield* complete;
  }
}
