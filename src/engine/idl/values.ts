/** A decoded value: plain data, whose texts are sanitized. */
export type IdlValue =
  /** Integers have all digits. `decimals` and `unit` are those of an amount. */
  | {
      readonly kind: 'number';
      readonly text: string;
      readonly decimals?: number;
      readonly unit?: string;
    }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'text'; readonly text: string }
  /** `reason`: why the bytes have no values. */
  | { readonly kind: 'bytes'; readonly hex: string; readonly reason?: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'some'; readonly value: IdlValue | null }
  /** `isPartial`: elements behind these could not be read. */
  | { readonly kind: 'list'; readonly items: readonly IdlValue[]; readonly isPartial?: true }
  | {
      readonly kind: 'map';
      readonly entries: readonly (readonly [key: IdlValue, value: IdlValue])[];
      readonly isPartial?: true;
    }
  | { readonly kind: 'fields'; readonly fields: readonly IdlFieldValue[] }
  | { readonly kind: 'variant'; readonly name: string; readonly value: IdlValue | null };

export interface IdlFieldValue {
  /** `null`: an element of a tuple. */
  readonly name: string | null;
  /** `null`: could not be read; there is no default. */
  readonly value: IdlValue | null;
}

/**
 * `short`: the data ends inside the fields. `invalid`: a value that its type does not have, a type
 * that the file does not describe, or a limit.
 */
export interface ValueFault {
  readonly state: 'short' | 'invalid';
  readonly reason: string;
}
