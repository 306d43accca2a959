import { t } from '@vscode/l10n';
import { formatExactAmount } from '../../api/format.ts';
import type { IdlFieldValue, IdlValue } from './values.ts';

const maxLength = 4_000;
const maxHexDigits = 128;

/** One line: `{pool: 7Xaw…, amounts: [1, 2, …]}`, with at most `maxItems` elements of a list. */
export function formatIdlValue(value: IdlValue | null, maxItems = 32): string {
  const text = formatAny(value, { depth: 0, maxItems });
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const maxDepth = 8;

interface Shown {
  readonly depth: number;
  readonly maxItems: number;
}

function formatAny(value: IdlValue | null, shown: Shown): string {
  if (value === null) return t('not read');
  if (shown.depth > maxDepth) return '…';
  const inner = { ...shown, depth: shown.depth + 1 };
  switch (value.kind) {
    case 'number':
      return formatNumber(value);
    case 'bool':
      return String(value.value);
    case 'address':
      return value.address;
    case 'text':
      // A text must not look like the values behind it.
      return `"${value.text.replace(/"|\\(?!u\{[0-9A-F]+\})/g, '\\$&')}"`;
    case 'bytes':
      return formatHex(value.hex);
    case 'none':
      return 'none';
    case 'some':
      return formatAny(value.value, inner);
    case 'list': {
      const items = value.items.slice(0, shown.maxItems).map((item) => formatAny(item, inner));
      return `[${joinItems(items, items.length < value.items.length, value.isPartial)}]`;
    }
    case 'map': {
      const entries = value.entries
        .slice(0, shown.maxItems)
        .map(([key, content]) => `${formatAny(key, inner)}: ${formatAny(content, inner)}`);
      return `{${joinItems(entries, entries.length < value.entries.length, value.isPartial)}}`;
    }
    case 'fields':
      return formatFields(value.fields, inner);
    case 'variant':
      return value.value === null ? value.name : `${value.name} ${formatAny(value.value, inner)}`;
  }
}

function formatFields(fields: readonly IdlFieldValue[], inner: Shown): string {
  const isTuple = fields.length > 0 && fields.every(({ name }) => name === null);
  const parts = fields.map(({ name, value }) => {
    const text = formatAny(value, inner);
    return name === null ? text : `${name}: ${text}`;
  });
  return isTuple ? `(${parts.join(', ')})` : `{${parts.join(', ')}}`;
}

const joinItems = (items: readonly string[], isCut: boolean, isPartial = false): string =>
  [...items, ...(isCut || isPartial ? ['…'] : [])].join(', ');

const formatHex = (hex: string): string =>
  hex.length > maxHexDigits ? `0x${hex.slice(0, maxHexDigits)}…` : `0x${hex}`;

function formatNumber({ text, decimals, unit }: Extract<IdlValue, { kind: 'number' }>): string {
  if (decimals === undefined) return text;
  const amount = formatExactAmount(BigInt(text), decimals);
  return `${text} (${unit ? `${amount} ${unit}` : amount})`;
}
