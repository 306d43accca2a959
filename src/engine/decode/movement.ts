export interface Movement {
  readonly order: number;
  /** Account index; -1 for a mint. */
  readonly from: number;
  /** Account index; -1 for a burn. */
  readonly to: number;
  /** -1 except for token transfers. */
  readonly authority: number;
  /** The wrapped SOL mint for native SOL too. */
  readonly mint: string;
  /** Before the fee. */
  readonly amount: bigint;
  /** Withheld by the mint (Token-2022). */
  fee: bigint;
  readonly isNative: boolean;
  readonly topLevel: number;
  readonly depth: number;
}
