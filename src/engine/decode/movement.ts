export interface Movement {
  /** Place in the order of execution. */
  readonly order: number;
  /** Account index; -1 where tokens were minted. */
  readonly from: number;
  /** Account index; -1 where tokens were burnt. */
  readonly to: number;
  /** Index of the authority of a token transfer, else -1. */
  readonly authority: number;
  /** SOL is always the wrapped mint. */
  readonly mint: string;
  /** What left the sender. */
  readonly amount: bigint;
  /** What the mint withheld on the way (Token-2022). */
  fee: bigint;
  /** A System transfer rather than a token's. */
  readonly isNative: boolean;
  readonly topLevel: number;
  readonly depth: number;
}
