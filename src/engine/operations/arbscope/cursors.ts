import { t } from '@vscode/l10n';
import type { arbitrageOrders } from '../../../api/arbscope/arbitrages.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { PageCursor } from '../../store/reads/arbitrageReads.ts';

export const formatPageCursor = (cursor: PageCursor): string =>
  cursor.order === 'time'
    ? `time:${cursor.slot}:${cursor.position}:${cursor.row}`
    : `gain:${formatDouble(cursor.profitsUsd)}:${cursor.row}`;

/** Throws a MarketError of kind `bad-parameter` if the text is not a cursor of this order. */
export function parsePageCursor(
  text: string,
  wanted: (typeof arbitrageOrders)[number],
): PageCursor {
  const [order, first = '', second = '', third = ''] = text.split(':');
  if (order !== wanted) throw invalidCursor();
  if (order === 'time') {
    const [slot, position] = [wholeNumber(first), wholeNumber(second)];
    return { order, slot, position, row: rowNumber(third) };
  }
  return { order: 'gain', profitsUsd: parseDouble(first), row: rowNumber(second) };
}

/** Valid only in the same store. */
export const formatStreamCursor = (identity: string, position: number): string =>
  `${identity}:${position}`;

/** `null` for a cursor of another store, such as an in-memory store of an earlier process. */
export function parseStreamCursor(text: string, identity: string): number | null {
  const [store = '', digits = ''] = text.split(':');
  const position = wholeNumber(digits);
  return store === identity ? position : null;
}

function wholeNumber(digits: string): number {
  const number = /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw invalidCursor();
  return number;
}

function rowNumber(digits: string): bigint {
  const row = /^\d{1,20}$/.test(digits) ? BigInt(digits) : -1n;
  if (row !== BigInt.asUintN(64, row)) throw invalidCursor();
  return row;
}

const float = new DataView(new ArrayBuffer(8));

/** Encodes all bits: a rounded value would repeat or skip rows. */
function formatDouble(value: number): string {
  float.setFloat64(0, value);
  return float.getBigUint64(0).toString(16);
}

function parseDouble(digits: string): number {
  if (!/^[0-9a-f]{1,16}$/.test(digits)) throw invalidCursor();
  float.setBigUint64(0, BigInt(`0x${digits}`));
  const value = float.getFloat64(0);
  if (Number.isNaN(value)) throw invalidCursor();
  return value;
}

const invalidCursor = () =>
  new MarketError('bad-parameter', t('cursor is not one of a former response of this kind.'), {
    parameter: 'cursor',
  });
