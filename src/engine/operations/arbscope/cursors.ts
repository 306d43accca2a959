import { t } from '@vscode/l10n';
import type { arbitrageOrders } from '../../../api/arbscope/arbitrages.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { PageCursor } from '../../store/reads/arbitrageReads.ts';

export const formatPageCursor = (cursor: PageCursor): string =>
  cursor.order === 'time'
    ? `time:${cursor.slot}:${cursor.position}:${cursor.row}`
    : `gain:${cursor.nanocents}n:${cursor.row}`;

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
  return { order: 'gain', nanocents: wholeNanocents(first), row: rowNumber(second) };
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

/** Cursors of former versions, with a double, lack the final letter. */
function wholeNanocents(text: string): bigint {
  const nanocents = /^-?\d{1,19}n$/.test(text) ? BigInt(text.slice(0, -1)) : null;
  if (nanocents === null || nanocents !== BigInt.asIntN(64, nanocents)) throw invalidCursor();
  return nanocents;
}

const invalidCursor = () =>
  new MarketError('bad-parameter', t('cursor is not one of a former response of this kind.'), {
    parameter: 'cursor',
  });
