import { formatExactAmount } from '../../api/format.ts';
import type { IdlFieldValue, IdlValue } from './values.ts';

const maxItems = 3;
const maxLength = 300;
const maxHexDigits = 128;

/** One line: `{pool: 7Xaw…, amounts: [1, 2]}`; lists are shortened. */
export function formatIdlValue(value: IdlValue | null): string {
  const text = formatAny(value, 0);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const maxDepth = 8;

function formatAny(value: IdlValue | null, depth: number): string {
  if (value === null) return 'not read';
  if (depth > maxDepth) return '…';
  switch (value.kind) {
    case 'number':
      return formatNumber(value);
    case 'bool':
      return String(value.value);
    case 'address':
      return value.address;
    case 'text':
      return `"${value.text}"`;
    case 'bytes':
      return formatHex(value.hex);
    case 'none':
      return 'none';
    case 'some':
      return formatAny(value.value, depth + 1);
    case 'list':
      return formatList(
        value.items.map((item) => () => formatAny(item, depth + 1)),
        value.isPartial,
        '[]',
      );
    case 'map':
      return formatList(
        value.entries.map(
          ([key, content]) =>
            () =>
              `${formatAny(key, depth + 1)}: ${formatAny(content, depth + 1)}`,
        ),
        value.isPartial,
        '{}',
      );
    case 'fields':
      return formatFields(value.fields, depth);
    case 'variant':
      return value.value === null
        ? value.name
        : `${value.name} ${formatAny(value.value, depth + 1)}`;
  }
}

function formatFields(fields: readonly IdlFieldValue[], depth: number): string {
  const isTuple = fields.length > 0 && fields.every(({ name }) => name === null);
  const parts = fields.map(({ name, value }) => {
    const text = formatAny(value, depth + 1);
    return name === null ? text : `${name}: ${text}`;
  });
  return isTuple ? `(${parts.join(', ')})` : `{${parts.join(', ')}}`;
}

function formatList(
  items: readonly (() => string)[],
  isPartial: boolean | undefined,
  brackets: string,
): string {
  const shown = items.slice(0, maxItems).map((format) => format());
  if (isPartial === true || items.length > maxItems) shown.push('…');
  return `${brackets.charAt(0)}${shown.join(', ')}${brackets.charAt(1)}`;
}

const formatHex = (hex: string): string =>
  hex.length > maxHexDigits ? `0x${hex.slice(0, maxHexDigits)}…` : `0x${hex}`;

function formatNumber({ text, decimals, unit }: Extract<IdlValue, { kind: 'number' }>): string {
  if (decimals === undefined) return text;
  const amount = formatExactAmount(BigInt(text), decimals);
  return `${text} (${unit ? `${amount} ${unit}` : amount})`;
}
