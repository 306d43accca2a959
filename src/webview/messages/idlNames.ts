/** What an IDL says about a call or an event. */
export interface IdlNames {
  /** Of an event, or of a call that only logs one; empty: the name is that of the call. */
  readonly event: string;
  /** Arguments or fields; null: could not be read. */
  readonly values: readonly { readonly name: string; readonly value: string | null }[];
  readonly accounts: readonly {
    readonly name: string;
    readonly address: string;
    readonly marks: string;
  }[];
  /** Faults and differences. */
  readonly notes: readonly string[];
  /** File of the IDL, or the chain. */
  readonly source: string;
}
