import { t } from '@vscode/l10n';
import type { SaveMessage } from '../../../webview/messages.ts';

const maxNameLength = 80;

/** A file name without characters that are special to a file system or a shell. */
export function exportFileName({ name, format }: Pick<SaveMessage, 'name' | 'format'>): string {
  const safe = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 _-]+/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, maxNameLength);
  return `${safe === '' ? 'arbscope' : safe}.${format}`;
}

/** Throws an Error if the image data is invalid. */
export function exportBytes({ format, data }: Pick<SaveMessage, 'format' | 'data'>): Uint8Array {
  if (format !== 'png') return Buffer.from(data, 'utf8');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.subarray(0, 8).toString('latin1') !== '\u0089PNG\r\n\u001a\n') {
    throw new Error(t('Could not create the image.'));
  }
  return bytes;
}
