/**
 * Transactions are numbered by slot and position in the slot, the same for all writers and readers.
 * Blocks that fill gaps get numbers below those already seen.
 */
const rowsPerSlot = 2 ** 20;

/** The highest possible row number of a slot: the value of `visibleRows` once it is committed. */
export const lastRowOfSlot = (slot: number): number => (slot + 1) * rowsPerSlot - 1;

export const slotOfRow = (row: number): number => Math.floor(row / rowsPerSlot);

export const rowNumberSql = `(toUInt64(slot) * ${rowsPerSlot} + position)`;
