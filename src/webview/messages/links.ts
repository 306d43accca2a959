import * as is from '../guards.ts';

const id = is.string(100);

const isRelatedKind = is.oneOf('wallet', 'token', 'amm', 'pool');
export type RelatedKind = is.Guarded<typeof isRelatedKind>;

/** Where the links of the transaction page and of the wallet page lead. */
export const linkRequests = [
  is.object({ type: is.oneOf('open-related'), kind: isRelatedKind, id }),
  is.object({ type: is.oneOf('open-transaction'), signature: id }),
  /** Tracks a wallet without asking for its name. */
  is.object({ type: is.oneOf('track'), wallet: id }),
  /** Opens a transaction or an address in an explorer that the user chooses. */
  is.object({
    type: is.oneOf('open-explorer'),
    what: is.oneOf('transaction', 'address'),
    id,
  }),
] as const;
export type LinkRequest = is.Guarded<(typeof linkRequests)[number]>;
