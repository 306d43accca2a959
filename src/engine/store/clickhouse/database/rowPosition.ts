/**
 * Rows of transactions are numbered by their slot and their position in it, which is the same
 * whoever wrote them and whoever reads. Blocks that fill gaps come behind what was seen already.
 */
const rowsPerSlot = 2 ** 20;

/** Number of the last row that a slot can have: the position of `visibleRows` once it is committed. */
export const lastRowOfSlot = (slot: number): number => (slot + 1) * rowsPerSlot - 1;

/** The slot of a row's number. */
export const slotOfRow = (row: number): number => Math.floor(row / rowsPerSlot);

/** The number of a row in a statement. */
export const rowNumberSql = `(toUInt64(slot) * ${rowsPerSlot} + position)`;
