import { sanitizeLine } from '../../api/sanitizeText.ts';

/** The part of `LogOutputChannel` for code that runs without an editor. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Wraps the channel so that every message stays one line, whatever its source. */
export const sanitizedLog = (channel: Log & { show(): void }) => ({
  trace: (message: string) => channel.trace(sanitizeLine(message)),
  debug: (message: string) => channel.debug(sanitizeLine(message)),
  info: (message: string) => channel.info(sanitizeLine(message)),
  warn: (message: string) => channel.warn(sanitizeLine(message)),
  error: (message: string) => channel.error(sanitizeLine(message)),
  show: () => channel.show(),
});
