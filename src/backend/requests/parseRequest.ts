import { t } from '@vscode/l10n';
import type { Static, TSchema } from 'typebox';
import { Clean, Errors } from 'typebox/value';
import { MarketError } from '../../api/marketError.ts';

type Frozen<Value> = unknown extends Value
  ? Value
  : { readonly [Key in keyof Value]: Frozen<Value[Key]> };

export type RequestOf<Schema extends TSchema> = Frozen<Static<Schema>>;

export const invalidRequestError = (what: string): MarketError =>
  new MarketError('bad-parameter', t('The backend cannot read {0}', what));

/** Drops unknown members. Throws a MarketError without values, because one may be a key. */
export function parseRequest<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): RequestOf<Schema> {
  const given = value ?? {};
  // Errors of this keyword name an unknown member, which the sender chose.
  const error = Errors(schema, given).find(({ keyword }) => keyword !== 'boolean');
  if (error !== undefined) {
    const missing = error.keyword === 'required' ? error.params.requiredProperties[0] : undefined;
    const path = error.instancePath.split('/').slice(1);
    if (missing !== undefined) path.push(missing);
    throw invalidRequestError(path.join('.') || 'the request');
  }
  return Clean(schema, given) as RequestOf<Schema>;
}
