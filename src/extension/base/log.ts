import { sanitizeLine } from '../../api/sanitizeText.ts';

/** The part of a `LogOutputChannel` that code without an editor needs. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The channel as a log whose every message stays one line, whoever wrote the words in it. */
export const sanitizedLog = (channel: Log & { show(): void }) => ({
  trace: (message: string) => channel.trace(sanitizeLine(message)),
  debug: (message: string) => channel.debug(sanitizeLine(message)),
  info: (message: string) => channel.info(sanitizeLine(message)),
  warn: (message: string) => channel.warn(sanitizeLine(message)),
  error: (message: string) => channel.error(sanitizeLine(message)),
  show: () => channel.show(),
});
