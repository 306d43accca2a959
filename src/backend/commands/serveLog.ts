import type { Writable } from 'node:stream';
import { errorMessage } from '../../api/errorMessage.ts';
import { sanitizeJson } from '../../api/sanitizeText.ts';
import { withoutSecretKeys } from '../../solana/scan/scanText.ts';
import type { RequestRecord } from '../server/requestRecord.ts';
import { crashLines, terminalLines } from './commandLine.ts';

/** `quiet`: only lines that need attention, as plain text without a time. */
export const logFormats = ['quiet', 'text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];
export type LogLevel = 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | null>>;

/** Events of the server, one line each. Fields never contain a key or a request's parameters. */
export class ServeLog {
  readonly #stream: Writable;
  readonly #format: LogFormat;

  constructor(stream: Writable, format: LogFormat) {
    this.#stream = stream;
    this.#format = format;
  }

  info(event: string, fields: LogFields = {}): void {
    if (this.#format !== 'quiet') this.#write('info', event, fields);
  }

  /** Printed in each format: the end of a problem that was. */
  notice(event: string, message: string): void {
    this.#write('info', event, { message });
  }

  warn(event: string, message: string): void {
    this.#write('warn', event, { message });
  }

  error(event: string, message: string): void {
    this.#write('error', event, { message });
  }

  request({ operation, statusCode, milliseconds, keyName }: RequestRecord): void {
    this.info('request', {
      operation,
      status: statusCode,
      milliseconds: Math.round(milliseconds * 10) / 10,
      key: keyName,
    });
  }

  unexpected(error: unknown): void {
    if (this.#format === 'quiet') {
      this.#stream.write(crashLines(error));
      return;
    }
    const stack = error instanceof Error ? { stack: error.stack ?? '' } : {};
    this.#write('error', 'unexpected', { message: errorMessage(error), ...stack });
  }

  #write(level: LogLevel, event: string, fields: LogFields): void {
    const time = new Date().toISOString();
    if (this.#format === 'json') {
      const line = JSON.stringify({ time, level, event, ...fields });
      this.#stream.write(`${withoutSecretKeys(sanitizeJson(line))}\n`);
      return;
    }
    const words =
      this.#format === 'quiet'
        ? `${event}: ${fields['message'] ?? ''}`
        : [time, level, event, ...Object.entries(fields).map(formatField)].join(' ');
    this.#stream.write(terminalLines(words));
  }
}

/** `name=value`, with quotes if the value has more than one word. */
function formatField([name, value]: [string, string | number | null]): string {
  const text = String(value ?? '-');
  return /^[^\s"=]+$/.test(text) ? `${name}=${text}` : `${name}=${JSON.stringify(text)}`;
}
