/** Moves labels apart, in order and as near as possible to their wanted positions. */
export function spreadLabels(
  wishes: readonly number[],
  height: number,
  top: number,
  bottom: number,
): number[] {
  const room = bottom - top;
  const step = wishes.length > 1 ? Math.min(height, room / (wishes.length - 1)) : height;
  const order = wishes.map((_, at) => at).sort((a, b) => (wishes[a] ?? 0) - (wishes[b] ?? 0));
  /** Touching labels move as one block, around the mean of their wanted positions. */
  const blocks: { first: number; size: number; sum: number }[] = [];
  const start = (block: (typeof blocks)[number]) => {
    const centered = block.sum / block.size - ((block.size - 1) * step) / 2;
    return Math.max(top, Math.min(bottom - (block.size - 1) * step, centered));
  };
  for (const [at, index] of order.entries()) {
    blocks.push({ first: at, size: 1, sum: wishes[index] ?? 0 });
    for (;;) {
      const last = blocks.at(-1);
      const before = blocks.at(-2);
      if (last === undefined || before === undefined) break;
      if (start(before) + before.size * step <= start(last) + 1e-9) break;
      blocks.splice(-2, 2, {
        first: before.first,
        size: before.size + last.size,
        sum: before.sum + last.sum,
      });
    }
  }
  const positions = wishes.map(() => 0);
  for (const block of blocks) {
    const from = start(block);
    for (let at = 0; at < block.size; at++) {
      const index = order[block.first + at];
      if (index !== undefined) positions[index] = from + at * step;
    }
  }
  return positions;
}
