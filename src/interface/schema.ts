import Type, { type TProperties, type TSchema } from 'typebox';
import { listEntriesMaximum, timeRangeSeconds } from './limits.ts';

/**
 * Building blocks of the operations' schemas. A schema here is JSON Schema; its one extension is
 * the raw amount, an integer that may exceed 2^53 and is a `bigint` inside (see `wire.ts`).
 */

/** Key that marks a raw amount in a schema; its value tells whether it may be negative. */
export const rawAmountKey = 'x-raw-amount';

const rawAmount = (sign: 'u64' | 'i64', description: string) =>
  Type.Unsafe<bigint>(
    Type.Union([Type.Integer(), Type.BigInt()], { [rawAmountKey]: sign, description }),
  );

/** A u64 in the smallest unit of a mint. */
export const RawAmount = (description: string) => rawAmount('u64', description);
/** A signed amount in the smallest unit of a mint. */
export const SignedRawAmount = (description: string) => rawAmount('i64', description);

/** Base58 text that decodes to 32 bytes. The pattern only bounds it; the decoder decides. */
export const Address = (description: string) =>
  Type.String({ minLength: 32, maxLength: 44, pattern: '^[1-9A-HJ-NP-Za-km-z]+$', description });
/** Base58 text that decodes to 64 bytes. */
export const Signature = (description: string) =>
  Type.String({ minLength: 64, maxLength: 88, pattern: '^[1-9A-HJ-NP-Za-km-z]+$', description });
/** ISO 8601 in UTC. */
export const Timestamp = (description: string) => Type.String({ format: 'date-time', description });
export const Usd = (description: string) => Type.Number({ description: `${description}, USD` });
export const Count = (description: string) => Type.Integer({ description });
export const Text = (description: string) => Type.String({ description });
export const NullableText = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

export const Addresses = (description: string, maximum = listEntriesMaximum) =>
  Type.Array(Address('Base58'), { maxItems: maximum, description });

export const TimeRange = (description: string) =>
  Type.Integer({
    minimum: timeRangeSeconds.minimum,
    maximum: timeRangeSeconds.maximum,
    description: `${description}, seconds`,
  });

export const OneOf = <const Values extends readonly string[]>(
  values: Values,
  description: string,
) => Type.Unsafe<Values[number]>(Type.String({ enum: [...values], description }));

/** Parameters: nothing beyond those named is accepted, so that a misspelt one is told. */
export const Parameters = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

/** A response object: members beyond those named are kept. */
export const Response = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties);

/** An object keyed by an address or a name. */
export const KeyedBy = <Value extends TSchema>(value: Value, description: string) =>
  Type.Record(Type.String(), value, { description });
