export interface Movement {
  /** Position in execution order. */
  readonly order: number;
  /** Account index; -1 for a mint. */
  readonly from: number;
  /** Account index; -1 for a burn. */
  readonly to: number;
  /** Index of the authority of a token transfer, else -1. */
  readonly authority: number;
  /** The wrapped SOL mint for native SOL too. */
  readonly mint: string;
  /** Amount that left the sender. */
  readonly amount: bigint;
  /** Transfer fee that the mint withheld (Token-2022). */
  fee: bigint;
  /** True if lamports moved rather than tokens. */
  readonly isNative: boolean;
  readonly topLevel: number;
  readonly depth: number;
}
