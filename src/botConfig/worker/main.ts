/** The thread that parses bot configs, so that the extension host never does. */
import { parentPort } from 'node:worker_threads';
import { ConfigResponder } from './configResponder.ts';
import { type ConfigMessage, isConfigMessage } from './messages.ts';

const responder = new ConfigResponder();
const queue: ConfigMessage[] = [];

/** Handles one request per turn: later messages may make the next one obsolete. */
function respondNext(): void {
  const message = queue.shift();
  if (message === undefined) return;
  parentPort?.postMessage(
    isSuperseded(message) ? { id: message.id, failure: 'superseded' } : responder.respond(message),
  );
  if (queue.length > 0) setImmediate(respondNext);
}

const isSuperseded = ({ request }: ConfigMessage): boolean =>
  request.kind === 'read' &&
  queue.some(
    ({ request: next }) =>
      (next.kind === 'read' || next.kind === 'close') && next.document === request.document,
  );

parentPort?.on('message', (message: unknown) => {
  if (!isConfigMessage(message)) return;
  queue.push(message);
  if (queue.length === 1) setImmediate(respondNext);
});
