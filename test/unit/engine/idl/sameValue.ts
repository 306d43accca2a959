import { isObject } from '../../../../src/api/isObject.ts';
import { sanitizeText } from '../../../../src/api/sanitizeText.ts';
import type { IdlFieldValue, IdlValue } from '../../../../src/engine/idl/values.ts';

/** Whether a coder of Anchor or Codama decoded the same value. Their names may be in camel case. */
export function isSameValue(ours: IdlValue | null, theirs: unknown): boolean {
  if (ours === null) return false;
  switch (ours.kind) {
    case 'number':
      return ours.text === textOf(theirs) || Number(ours.text) === theirs;
    case 'bool':
      return ours.value === theirs;
    case 'address':
      return ours.address === textOf(theirs);
    case 'text':
      // Codama removes zeros from texts.
      return (
        typeof theirs === 'string' &&
        withoutZeros(ours.text) === withoutZeros(sanitizeText(theirs, 4_000))
      );
    case 'bytes':
      return ours.hex === hexOf(theirs);
    case 'none':
      return theirs === null || theirs === undefined || memberOf(theirs, '__option') === 'None';
    case 'some':
      return memberOf(theirs, '__option') === 'Some'
        ? isSameValue(ours.value, memberOf(theirs, 'value'))
        : isSameValue(ours.value, theirs);
    case 'list':
      return Array.isArray(theirs) && haveSameItems(ours.items, theirs);
    case 'map':
      return false;
    case 'fields':
      return haveSameFields(ours.fields, theirs);
    case 'variant':
      return isSameVariant(ours, theirs);
  }
}

export function haveSameFields(fields: readonly IdlFieldValue[], theirs: unknown): boolean {
  return fields.every(({ name, value }, at) => {
    const list = Array.isArray(theirs) ? (theirs as unknown[]) : memberOf(theirs, 'fields');
    if (name === null && Array.isArray(list)) return isSameValue(value, list[at]);
    return isSameValue(value, memberOf(theirs, name ?? String(at)));
  });
}

const haveSameItems = (items: readonly IdlValue[], theirs: readonly unknown[]): boolean =>
  items.length === theirs.length && items.every((item, at) => isSameValue(item, theirs[at]));

function isSameVariant(ours: Extract<IdlValue, { kind: 'variant' }>, theirs: unknown): boolean {
  const kind = memberOf(theirs, '__kind');
  if (typeof kind === 'string') {
    return (
      plain(kind) === plain(ours.name) && (ours.value === null || isSameValue(ours.value, theirs))
    );
  }
  // A scalar enum of Codama is its number, which the caller's names do not have.
  if (typeof theirs === 'number') return ours.value === null;
  const content = memberOf(theirs, ours.name);
  return content !== undefined && (ours.value === null || isSameValue(ours.value, content));
}

const withoutZeros = (text: string): string => text.replaceAll('\\u{0}', '');

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

function memberOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  const found = Object.keys(value).find((key) => plain(key) === plain(name));
  return found === undefined ? undefined : value[found];
}

function textOf(value: unknown): string {
  if (isObject(value) && 'toBase58' in value) return (value as { toBase58(): string }).toBase58();
  if (isObject(value) && '_bn' in value) return String(value);
  return (value as { toString(): string } | null)?.toString() ?? '';
}

function hexOf(value: unknown): string | null {
  if (Array.isArray(value) && value[0] === 'base64' && typeof value[1] === 'string') {
    return Buffer.from(value[1], 'base64').toString('hex');
  }
  if (!Array.isArray(value) && !(value instanceof Uint8Array)) return null;
  return Buffer.from(value as number[]).toString('hex');
}
