import { t } from '@vscode/l10n';
import Type, { type TProperties, type TSchema } from 'typebox';
import { Set as setFormat } from 'typebox/format';
import { isAddress } from './base58.ts';
import { maxListEntries, timeRangeLimitsSeconds } from './limits.ts';

/** Building blocks of the operations' schemas: JSON Schema plus raw amounts (`bigint` in code). */

/** The value says whether the raw amount may be negative. */
export const rawAmountKey = 'x-raw-amount';

/** Describes a text's format for messages, because users cannot read a pattern. */
export const formatDescriptionKey = 'x-form';

/** The raw amount is a lower or upper bound: fractions are rounded into the range. */
export const rawBoundKey = 'x-raw-bound';

/** Ranges of raw amounts: u64 as on chain, or with a sign. */
export const rawAmountRange = {
  u64: { minimum: 0n, maximum: 2n ** 64n - 1n },
  i64: { minimum: -(2n ** 64n - 1n), maximum: 2n ** 64n - 1n },
} as const;

/** Marks a number that services may send as null; Arbscope never does. */
export const lenientNumberKey = 'x-lenient-number';

/** The schema members that Arbscope uses, for code that walks schemas. */
export interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly [rawAmountKey]?: keyof typeof rawAmountRange;
  readonly [rawBoundKey]?: 'minimum' | 'maximum';
  readonly [lenientNumberKey]?: boolean;
  readonly [formatDescriptionKey]?: string;
}

export const isRawAmount = (
  schema: SchemaNode,
): schema is SchemaNode & { readonly [rawAmountKey]: keyof typeof rawAmountRange } =>
  schema[rawAmountKey] !== undefined;

const rawAmount = (sign: 'u64' | 'i64', description: string) =>
  Type.Unsafe<bigint>(
    Type.Union([Type.Integer(), Type.BigInt()], { [rawAmountKey]: sign, description }),
  );

export const RawAmount = (description: string) => rawAmount('u64', description);
/** Accepts any number and rounds it to the next integer inside the range. */
export const RawAmountBound = (bound: 'minimum' | 'maximum', description: string) =>
  Type.Unsafe<bigint>({ ...RawAmount(description), [rawBoundKey]: bound });
/** A signed amount in the smallest unit of a mint: the magnitude fits in a u64. */
export const SignedRawAmount = (description: string) => rawAmount('i64', description);

export const LenientNumber = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { [lenientNumberKey]: true, description });

const addressFormat = 'base58-32-bytes';
// Text of the right length may still decode to 31 or 33 bytes.
setFormat(addressFormat, isAddress);

export const Address = (description: string) =>
  Type.String({
    minLength: 32,
    maxLength: 44,
    pattern: '^[1-9A-HJ-NP-Za-km-z]+$',
    format: addressFormat,
    description,
    [formatDescriptionKey]: t('an address in Base58 (32 bytes, 32 to 44 characters)'),
  });
/** Checks the text's length, not the decoded size. */
export const Signature = (description: string) =>
  Type.String({
    minLength: 64,
    maxLength: 88,
    pattern: '^[1-9A-HJ-NP-Za-km-z]+$',
    description,
    [formatDescriptionKey]: t('a signature in Base58 (64 to 88 characters)'),
  });
/** ISO 8601 in UTC. */
export const IsoTimestamp = (description: string) =>
  Type.String({ format: 'date-time', description });
export const Usd = (description: string) => Type.Number({ description: `${description}, USD` });
export const Count = (description: string) => Type.Integer({ description });

export const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
export const Text = (description: string) => Type.String({ description });
export const NullableText = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

export const Addresses = (description: string, maximum = maxListEntries) =>
  Type.Array(Address('Base58'), { maxItems: maximum, description });

export const TimeRange = (description: string) =>
  Type.Integer({
    minimum: timeRangeLimitsSeconds.minimum,
    maximum: timeRangeLimitsSeconds.maximum,
    description: `${description}, seconds`,
  });

export const UnixSeconds = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 4_294_967_295,
    description: `${description}, Unix seconds`,
  });

export const OneOf = <const Values extends readonly string[]>(
  values: Values,
  description: string,
) => Type.Unsafe<Values[number]>(Type.String({ enum: [...values], description }));

/** Missing if the whole period has rows. */
export const RowsFrom = (missing: string) =>
  Type.Optional(IsoTimestamp(`Single transactions are stored from here on; before it ${missing}`));

/** Unknown members are rejected, which reports misspelt ones. */
export const Parameters = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

/** Unknown members are kept. */
export const Response = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties);

export const KeyedBy = <Value extends TSchema>(value: Value, description: string) =>
  Type.Record(Type.String(), value, { description });
