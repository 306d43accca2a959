import { t } from '@vscode/l10n';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { OperationDefinition, ParametersOf, ResponseOf } from './defineOperation.ts';
import { describeSchema, describeValue } from './describeSchema.ts';
import { MarketError } from './marketError.ts';
import { type OperationName, type Operations, operations } from './operations.ts';
import {
  isRawAmount,
  rawAmountKey,
  rawAmountRange,
  rawBoundKey,
  type SchemaNode,
} from './schema.ts';

/**
 * Validates JSON against an operation's schema. Raw amounts become `bigint`, other numbers numbers.
 */

export type JsonPath = readonly (string | number)[];

export interface ValidationIssue {
  readonly path: JsonPath;
  /** The problem, phrased to follow the path. */
  readonly message: string;
}

/** Keeps unknown members. Throws a MarketError of kind `unreadable-answer`. */
export const validateResponse = <Name extends OperationName>(
  name: Name,
  value: unknown,
): ResponseOf<Operations[Name]> => checkResponse<Operations[Name]>(operations[name], value);

/** Throws a MarketError of kind `bad-parameter` that names the fault. */
export const validateParameters = <Name extends OperationName>(
  name: Name,
  value: unknown,
): ParametersOf<Operations[Name]> => checkParameters<Operations[Name]>(operations[name], value);

export function checkResponse<Operation extends OperationDefinition<TSchema, TSchema>>(
  { response, summary }: Pick<Operation, 'response' | 'summary'>,
  value: unknown,
): ResponseOf<Operation> {
  const { result, fault } = validateSchema<TSchema>(response, value);
  if (fault) {
    const problem =
      fault.path.length === 0 ? fault.message : `${formatPath(fault.path)} ${fault.message}`;
    throw new MarketError('unreadable-answer', t('{0}: invalid response: {1}', summary, problem));
  }
  return result as ResponseOf<Operation>;
}

export function checkParameters<Operation extends OperationDefinition<TSchema, TSchema>>(
  { parameters, summary }: Pick<Operation, 'parameters' | 'summary'>,
  value: unknown,
): ParametersOf<Operation> {
  const { result, fault } = validateSchema<TSchema>(parameters, value ?? {});
  if (fault) {
    const [parameter] = fault.path;
    if (parameter === undefined) {
      throw new MarketError('bad-parameter', t('{0}: parameters {1}', summary, fault.message));
    }
    throw new MarketError('bad-parameter', `${formatPath(fault.path)} ${fault.message}`, {
      parameter: formatPath([parameter]),
    });
  }
  return result as ParametersOf<Operation>;
}

const validators = new WeakMap<TSchema, Validator>();

/** Compiled on first use: most processes use few operations. */
function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const validator = Compile(schema) as unknown as Validator;
  validators.set(schema, validator);
  return validator;
}

/** The value with raw amounts as `bigint` (copied only if needed), and its first fault. */
export function validateSchema<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): { readonly result: Static<Schema>; readonly fault: ValidationIssue | null } {
  const inexact: InvalidAmount[] = [];
  const result = convertAmounts(schema as SchemaNode, value, null, inexact);
  const validator = validatorOf(schema);
  const [first] = inexact;
  if (!validator.Check(result)) {
    return { result: result as Static<Schema>, fault: firstIssue(schema, result) };
  }
  const fault = first
    ? { path: toJsonPath(first.pathNode), message: mismatchMessage(first.schema, first.value) }
    : null;
  return { result: result as Static<Schema>, fault };
}

/** A linked list, built into an array only for errors. */
interface PathNode {
  readonly parent: PathNode | null;
  readonly key: string | number;
}

interface InvalidAmount {
  readonly pathNode: PathNode | null;
  readonly value: unknown;
  readonly schema: SchemaNode;
}

function toJsonPath(place: PathNode | null): JsonPath {
  const path: (string | number)[] = [];
  for (let at = place; at !== null; at = at.parent) path.unshift(at.key);
  return path;
}

/** Converts raw amounts to `bigint`, other integers to numbers; adds invalid ones to `inexact`. */
function convertAmounts(
  schema: SchemaNode,
  value: unknown,
  pathNode: PathNode | null,
  inexact: InvalidAmount[],
): unknown {
  if (isRawAmount(schema)) {
    const whole = typeof value === 'number' ? roundIntoRange(schema, value) : value;
    const amount = Number.isSafeInteger(whole) ? BigInt(whole as number) : whole;
    const { minimum, maximum } = rawAmountRange[schema[rawAmountKey]];
    if (typeof amount !== 'bigint' || amount < minimum || amount > maximum) {
      inexact.push({ pathNode, value, schema });
    }
    return amount;
  }
  const amount = value === null ? undefined : schema.anyOf?.find(isRawAmount);
  if (amount !== undefined) return convertAmounts(amount, value, pathNode, inexact);
  if (typeof value === 'bigint') return schema.type === undefined ? value : Number(value);
  if (typeof value !== 'object' || value === null) return value;
  const node = schema.anyOf?.find(({ type }) => type === containerType(value)) ?? schema;
  return Array.isArray(value)
    ? convertListEntries(node, value, pathNode, inexact)
    : convertMembers(node, value as Readonly<Record<string, unknown>>, pathNode, inexact);
}

function roundIntoRange({ [rawBoundKey]: bound }: SchemaNode, value: number): number {
  if (bound === undefined) return value;
  return bound === 'minimum' ? Math.ceil(value) : Math.floor(value);
}

function convertListEntries(
  { items }: SchemaNode,
  list: readonly unknown[],
  parent: PathNode | null,
  inexact: InvalidAmount[],
): readonly unknown[] {
  if (items === undefined) return list;
  let copy: unknown[] | null = null;
  for (let key = 0; key < list.length; key++) {
    const converted = convertAmounts(items, list[key], { parent, key }, inexact);
    if (converted === list[key]) continue;
    copy ??= [...list];
    copy[key] = converted;
  }
  return copy ?? list;
}

function convertMembers(
  node: SchemaNode,
  members: Readonly<Record<string, unknown>>,
  parent: PathNode | null,
  inexact: InvalidAmount[],
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | null = null;
  for (const key of Object.keys(members)) {
    const under = memberSchema(node, key);
    if (under === undefined) continue;
    const converted = convertAmounts(under, members[key], { parent, key }, inexact);
    if (converted === members[key]) continue;
    copy ??= { ...members };
    copy[key] = converted;
  }
  return copy ?? members;
}

const containerType = (value: object) => (Array.isArray(value) ? 'array' : 'object');

export function memberSchema(schema: SchemaNode, key: string): SchemaNode | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return schema.patternProperties && Object.values(schema.patternProperties)[0];
}

/**
 * Descends into the first member that does not match. The validator's own list of errors takes
 * seconds for megabytes, which any caller may send.
 */
function firstIssue(schema: TSchema, value: unknown): ValidationIssue {
  const path: (string | number)[] = [];
  let node = schema as SchemaNode;
  let at = value;
  for (;;) {
    const container = containerSchema(node, at);
    if (container === undefined) break;
    const list = Array.isArray(at);
    const members = at as Readonly<Record<string | number, unknown>>;
    if (!list) {
      const names = Object.keys(members);
      // Report an unknown parameter before a missing one: it is probably a misspelling of it.
      const unknown =
        container.additionalProperties === false &&
        names.find((name) => memberSchema(container, name) === undefined);
      if (typeof unknown === 'string')
        return { path: [...path, unknown], message: t('is unknown') };
      const missing = container.required?.find((name) => !Object.hasOwn(members, name));
      if (missing !== undefined) return { path: [...path, missing], message: t('is missing') };
    }
    const wrong = list
      ? firstWrongEntry(container, at as unknown[])
      : firstWrongMember(container, members);
    if (wrong === null) break;
    path.push(wrong.key);
    node = wrong.schema;
    at = members[wrong.key];
  }
  return { path, message: mismatchMessage(node, at) };
}

/** The schema of a list or an object with which it can be compared member by member. */
function containerSchema(node: SchemaNode, value: unknown): SchemaNode | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type = containerType(value);
  return node.anyOf?.find((one) => one.type === type) ?? (node.type === type ? node : undefined);
}

interface WrongMember {
  readonly key: string | number;
  readonly schema: SchemaNode;
}

function firstWrongEntry(
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: SchemaNode,
  list: readonly unknown[],
): WrongMember | null {
  if (items === undefined || list.length < minItems || list.length > maxItems) return null;
  const key = list.findIndex((entry) => !matches(items, entry));
  return key === -1 ? null : { key, schema: items };
}

function firstWrongMember(
  node: SchemaNode,
  members: Readonly<Record<string, unknown>>,
): WrongMember | null {
  for (const key of Object.keys(members)) {
    const schema = memberSchema(node, key);
    if (schema !== undefined && !matches(schema, members[key])) return { key, schema };
  }
  return null;
}

const matches = (schema: SchemaNode, value: unknown): boolean =>
  validatorOf(schema as TSchema).Check(value);

const mismatchMessage = (schema: SchemaNode | undefined, given: unknown) =>
  t('must be {0}, but is {1}', describeSchema(schema), describeValue(given));

export const formatPath = (path: JsonPath): string =>
  path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      const name =
        key.length <= maxNameLength ? key : `<${t('name of {0} characters', key.length)}>`;
      return index === 0 ? name : `.${name}`;
    })
    .join('');

/** An address has at most 44 characters; a longer name may be anything. */
const maxNameLength = 48;
