/**
 * Lamports per byte that the chain asked for, asks for and will ask for, from
 * https://github.com/solana-foundation/solana-improvement-documents/blob/main/proposals/0437-incremental-rent-reduction.md
 * (2026-01-13). To renew: read the schedule there, and ask a node for
 * `getMinimumBalanceForRentExemption` of 0 bytes, which is 128 times the rate in force.
 */
const lamportsPerByte = [6_960n, 6_333n, 5_080n, 2_575n, 1_322n, 696n] as const;

/** The chain adds this to the data of each account. */
const overheadBytes = 128n;

/** Minimum balance of an account without data at each of these rates. */
export const emptyAccountRents: ReadonlySet<bigint> = new Set(
  lamportsPerByte.map((rate) => rate * overheadBytes),
);

/** An account that a program extends grows by less. */
const mostAddedBytes = 512n;

/** Whether the lamports are the rent of some bytes at one of these rates. */
export const isRentOfBytes = (lamports: bigint): boolean =>
  lamportsPerByte.some((rate) => lamports % rate === 0n && lamports / rate <= mostAddedBytes);

/** The minimum balance at the rate of 2026-10, if no chain is available. */
export const publishedRentExemptLamports = lamportsPerByte[2] * overheadBytes;
