import type { Duplex } from 'node:stream';
import { isObject } from '../../../api/isObject.ts';
import { parseJson } from '../../../api/json.ts';
import { backoffDelay, type Clock } from '../../../http/retry.ts';
import { readTexts, sendText } from '../../../http/webSocket.ts';

export interface SlotSubscriptionOptions {
  /** Tried in turn until one accepts a WebSocket. */
  readonly urls: readonly URL[];
  /** Rejects if the URL has no WebSocket. */
  readonly open: (url: URL, signal: AbortSignal) => Promise<Duplex>;
  readonly onSlot: (slot: number) => void;
  readonly clock: Clock;
  /** Without a message for this long, the subscription is renewed. */
  readonly silenceMilliseconds?: number;
}

/** Rare retries for nodes without WebSockets: polling works without them. */
const reconnectDelays = { initialDelayMilliseconds: 1_000, maximumDelayMilliseconds: 300_000 };
const handshakeMilliseconds = 20_000;
const defaultSilenceMilliseconds = 10_000;

/** Runs until the signal aborts. It only speeds up polling, so failures are not shown. */
export async function subscribeToSlots(
  options: SlotSubscriptionOptions,
  signal: AbortSignal,
): Promise<void> {
  const { urls, open, onSlot, clock, silenceMilliseconds = defaultSilenceMilliseconds } = options;
  let failures = 0;
  for (let attempt = 0; !signal.aborted; ) {
    const url = urls[attempt % urls.length];
    if (url === undefined) return;
    let hasHeard = false;
    try {
      const handshake = AbortSignal.any([signal, AbortSignal.timeout(handshakeMilliseconds)]);
      const socket = await open(url, handshake);
      const hear = (slot: number): void => {
        hasHeard = true;
        onSlot(slot);
      };
      await listen(socket, { onSlot: hear, silenceMilliseconds }, signal);
    } catch {
      // Retried below.
    }
    if (hasHeard) failures = 0;
    else attempt++;
    failures++;
    await clock
      .delay(backoffDelay(Math.ceil(failures / urls.length), reconnectDelays, clock), signal)
      .catch(() => undefined);
  }
}

/** Until the socket closes, the signal aborts, or nothing is received for too long. */
async function listen(
  socket: Duplex,
  {
    onSlot,
    silenceMilliseconds,
  }: Required<Pick<SlotSubscriptionOptions, 'onSlot' | 'silenceMilliseconds'>>,
  signal: AbortSignal,
): Promise<void> {
  const end = (): void => {
    socket.destroy();
  };
  const silence = setTimeout(end, silenceMilliseconds);
  signal.addEventListener('abort', end, { once: true });
  try {
    if (signal.aborted) return;
    sendText(socket, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'slotSubscribe' }));
    await readTexts(socket, (text) => {
      const slot = parseNotification(text);
      // Responses to the subscribe request, success or error, contain no slot.
      if (slot === null) return;
      silence.refresh();
      onSlot(slot);
    });
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
    end();
  }
}

/** `null` for any other message. */
function parseNotification(text: string): number | null {
  let message: unknown;
  try {
    message = parseJson(text);
  } catch {
    return null;
  }
  const params = isObject(message) ? message['params'] : null;
  const result = isObject(params) ? params['result'] : null;
  const slot = isObject(result) ? result['slot'] : null;
  return Number.isSafeInteger(slot) && Number(slot) >= 0 ? Number(slot) : null;
}
