import { isUtf8 } from 'node:buffer';
import { t } from '@vscode/l10n';
import { decodeText } from '../../api/decodeText.ts';
import { formatCount } from '../../api/format.ts';
import { isObject } from '../../api/isObject.ts';
import { readAnchorIdl } from './anchorIdl.ts';
import { readCodamaIdl } from './codamaIdl.ts';
import { memberOf } from './members.ts';
import { type Idl, maxIdlBytes } from './model.ts';

export type ReadIdl =
  | { readonly kind: 'idl'; readonly idls: readonly Idl[] }
  /** JSON, or text, of something else. */
  | { readonly kind: 'other'; readonly reason: string };

/** Never throws: a file that cannot be read gives the reason, and so does each of its parts. */
export function readIdl(file: Uint8Array | string): ReadIdl {
  const size = typeof file === 'string' ? Buffer.byteLength(file) : file.length;
  const fault = idlSizeFault(size);
  if (fault !== null) return other(fault);
  const text = typeof file === 'string' ? file : decodeText(file);
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // PowerShell writes UTF-16.
    return other(
      typeof file === 'string' || isUtf8(file)
        ? t('The file is not JSON')
        : t('The file is not UTF-8'),
    );
  }
  return readIdlJson(json);
}

/** `null`: a file of this many bytes may be read. */
export const idlSizeFault = (size: number): string | null =>
  size > maxIdlBytes
    ? t('The file has {0} bytes; the limit is {1}', formatCount(size), formatCount(maxIdlBytes))
    : null;

function readIdlJson(json: unknown): ReadIdl {
  const isRoot = memberOf(json, 'kind') === 'rootNode' && isObject(memberOf(json, 'program'));
  if (isRoot) return { kind: 'idl', idls: readCodamaIdl(json) };
  if (memberOf(json, 'kind') === 'programNode') {
    return { kind: 'idl', idls: readCodamaIdl({ program: json }) };
  }
  if (!Array.isArray(memberOf(json, 'instructions'))) {
    return other(t('The file is not an IDL: it has no list of instructions'));
  }
  return { kind: 'idl', idls: [readAnchorIdl(json)] };
}

const other = (reason: string): ReadIdl => ({ kind: 'other', reason });
