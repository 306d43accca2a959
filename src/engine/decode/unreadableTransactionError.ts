/** A transaction that cannot be read, with the reason in words. It never ends a whole block. */
export class UnreadableTransactionError extends Error {
  override readonly name = 'UnreadableTransactionError';
}
