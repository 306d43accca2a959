import Type from 'typebox';
import { nullable, OneOf, Response, Text } from '../schema.ts';

/** What the IDL of a program says about a call, an event or an error of it. Texts are sanitized. */

/** `unknown`: no instruction of the IDL has these first bytes. */
export const idlStates = ['complete', 'leftover', 'short', 'invalid', 'unknown'] as const;

const NamedValue = Response({
  name: Text('Name as in the IDL; empty: none'),
  value: nullable(Type.String(), 'Value as text; null: could not be read'),
});

const decodedMembers = {
  source: Text('File of the IDL, or chain'),
  state: OneOf(
    idlStates,
    'complete; leftover: bytes are left; short: data ends too early; invalid: a value does not ' +
      'fit its type; unknown: the IDL has no such instruction',
  ),
  name: nullable(Type.String(), 'Name as in the IDL; null: unknown'),
  also: Type.Array(Type.String(), { description: 'Other names that fit' }),
  values: Type.Array(NamedValue, { description: 'Arguments or fields, in order' }),
  fault: nullable(Type.String(), 'Why values could not be read; null: none'),
  rest: Text('Bytes that were not read, hexadecimal; empty: none'),
};

export const IdlEventNames = Response(decodedMembers);
export type IdlEventNames = Type.Static<typeof IdlEventNames>;

const NamedAccount = Response({
  name: nullable(Type.String(), 'Name as in the IDL; null: none'),
  address: nullable(Type.String(), 'Address; null: not resolved'),
  is_writable: Type.Boolean(),
  is_signer: Type.Boolean(),
});

export const IdlCallNames = Response({
  ...decodedMembers,
  /** A program logs an event by calling itself. */
  is_event: Type.Boolean({ description: 'Whether the call only logs an event' }),
  accounts: Type.Array(NamedAccount),
  are_accounts_doubtful: Type.Boolean({
    description: 'Whether the account names may be those of another version of the program',
  }),
  notes: Type.Array(Type.String(), { description: 'Differences between the call and the IDL' }),
});
export type IdlCallNames = Type.Static<typeof IdlCallNames>;

/** Of a transaction: calls in the order of execution, and events of its log. */
export interface RecordedNames {
  readonly calls: readonly (IdlCallNames & {
    /** Of the transaction, from 0. */
    readonly instruction: number;
    readonly depth: number;
    readonly program: string;
  })[];
  readonly events: readonly (IdlEventNames & { readonly program: string })[];
  /** Of the program that failed last; `null`: none, or not in its IDL. */
  readonly error: {
    readonly program: string;
    readonly name: string;
    readonly message: string;
  } | null;
}
