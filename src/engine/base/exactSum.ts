/** A sum of doubles that does not depend on their order: the exact sum, rounded once. */
export class ExactSum {
  /** Non-overlapping parts, smallest first (Shewchuk). */
  readonly #parts: number[] = [];

  add(value: number): void {
    const parts = this.#parts;
    let rest = value;
    let kept = 0;
    for (const part of parts) {
      const [large, small] = Math.abs(rest) < Math.abs(part) ? [part, rest] : [rest, part];
      const sum = large + small;
      const error = small - (sum - large);
      if (error !== 0) parts[kept++] = error;
      rest = sum;
    }
    parts.length = kept;
    parts.push(rest);
  }

  get value(): number {
    // From the largest part down; after the first remainder, the rest is below the last digit.
    let sum = 0;
    for (let at = this.#parts.length - 1; at >= 0; at--) {
      const part = this.#parts[at] ?? 0;
      const before = sum;
      sum = before + part;
      const error = part - (sum - before);
      if (error === 0) continue;
      const next = this.#parts[at - 1] ?? 0;
      // The next part decides how a tie is rounded.
      if (Math.sign(error) === Math.sign(next)) {
        const twice = error * 2;
        const up = sum + twice;
        if (up - sum === twice) return up;
      }
      return sum;
    }
    return sum;
  }
}
