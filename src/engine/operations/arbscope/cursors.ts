import { t } from '@vscode/l10n';
import type { arbitrageOrders } from '../../../api/arbscope/arbitrages.ts';
import { MarketError } from '../../../api/marketError.ts';

/** The last row of a page, by what its order goes by. */
export type PageCursor =
  | {
      readonly order: 'time';
      readonly slot: number;
      readonly position: number;
      readonly number: number;
    }
  | { readonly order: 'gain'; readonly profitsUsd: number; readonly number: number };

export const formatPageCursor = (cursor: PageCursor): string =>
  cursor.order === 'time'
    ? `time:${cursor.slot}:${cursor.position}:${cursor.number}`
    : `gain:${formatDouble(cursor.profitsUsd)}:${cursor.number}`;

/** Throws a MarketError of kind `bad-parameter` if the text is not a cursor of this order. */
export function parsePageCursor(
  text: string,
  wanted: (typeof arbitrageOrders)[number],
): PageCursor {
  const [order, first = '', second = '', third = ''] = text.split(':');
  if (order !== wanted) throw invalidCursor();
  if (order === 'time') {
    const [slot, position, number] = [wholeNumber(first), wholeNumber(second), wholeNumber(third)];
    return { order, slot, position, number };
  }
  return { order: 'gain', profitsUsd: parseDouble(first), number: wholeNumber(second) };
}

/** A row's number and the store that it is of: others number theirs in another order. */
export const formatStreamCursor = (identity: string, number: number): string =>
  `${identity}:${number}`;

/** `null` for a cursor of another store, or of one in memory that has ended. */
export function parseStreamCursor(text: string, identity: string): number | null {
  const [store = '', digits = ''] = text.split(':');
  const number = wholeNumber(digits);
  return store === identity ? number : null;
}

function wholeNumber(digits: string): number {
  const number = /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw invalidCursor();
  return number;
}

const float = new DataView(new ArrayBuffer(8));

/** All bits: a rounded figure would repeat or lose rows. */
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
