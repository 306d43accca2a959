import { t } from '@vscode/l10n';
import type { TSchema } from 'typebox';
import type { ResponseOf } from './defineOperation.ts';
import { isObject } from './isObject.ts';
import { MarketError } from './marketError.ts';
import { type OperationName, type Operations, operations } from './operations.ts';
import { isRawAmount, type SchemaNode } from './schema.ts';
import {
  formatPath,
  type JsonPath,
  memberSchema,
  type ValidationIssue,
  validateResponse,
  validateSchema,
} from './validation.ts';

/** The readable part of a response: an object may lack members, a list entries. */
export type PartialResponseOf<Result> = Result extends readonly unknown[]
  ? Result
  : Partial<Result>;

export interface PartialResponse<Result> {
  readonly response: PartialResponseOf<Result>;
  /** One per dropped member; names the operation and the member. */
  readonly errors: readonly MarketError[];
}

/** Further faults are only counted. */
const maxReportedErrors = 20;

/**
 * Reads a response with invalid members. Drops an invalid optional member, and the smallest list
 * entry, keyed entry or top-level member that requires an invalid one; never substitutes a value.
 * Throws a MarketError of kind `unreadable-answer` only if nothing can be read.
 */
export function readPartialResponse<Name extends OperationName>(
  name: Name,
  value: unknown,
): PartialResponse<ResponseOf<Operations[Name]>> {
  const { response, summary } = operations[name];
  const checked = validateSchema<TSchema>(response, value);
  if (checked.fault === null) {
    return completeResponse(checked.result as unknown as ResponseOf<Operations[Name]>);
  }
  const schema = response as SchemaNode;
  const faults: ValidationIssue[] = [];
  const parts = pruneInvalid(schema, value, [], faults, true);
  const isEmpty = parts === unusable || Object.keys(parts as object).length === 0;
  // The strict check reports the first fault.
  if (isEmpty) return completeResponse(validateResponse(name, value));
  const told = faults.slice(0, maxReportedErrors).map((fault) => issueError(summary, fault));
  const more = faults.length - told.length;
  if (more > 0) {
    told.push(
      new MarketError('unreadable-answer', t('{0}: {1} more invalid fields', summary, more)),
    );
  }
  return { response: parts as PartialResponseOf<ResponseOf<Operations[Name]>>, errors: told };
}

const completeResponse = <Result>(result: Result): PartialResponse<Result> => ({
  response: result as PartialResponseOf<Result>,
  errors: [],
});

const issueError = (summary: string, { path, message }: ValidationIssue) =>
  new MarketError(
    'unreadable-answer',
    t('{0}: {1} {2}; omitted', summary, formatPath(path), message),
  );

const unusable = Symbol('lost');

function pruneInvalid(
  schema: SchemaNode,
  value: unknown,
  path: JsonPath,
  faults: ValidationIssue[],
  isRoot: boolean,
): unknown {
  const { result, fault } = validateSchema<TSchema>(schema as TSchema, value);
  if (fault === null) return result;
  const node = isRawAmount(schema) ? schema : containerSchema(schema, value);
  if (node.items && Array.isArray(value)) {
    const { items } = node;
    const kept = value
      .map((entry, index) => pruneInvalid(items, entry, [...path, index], faults, false))
      .filter((entry) => entry !== unusable);
    if (kept.length > (node.maxItems ?? Number.POSITIVE_INFINITY)) {
      faults.push({ path, message: t('has too many entries') });
      return kept.slice(0, node.maxItems);
    }
    return kept;
  }
  if (node.type === 'object' && isObject(value))
    return pruneInvalidMembers(node, value, path, faults, isRoot);
  faults.push({ path: [...path, ...fault.path], message: fault.message });
  return unusable;
}

function pruneInvalidMembers(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  path: JsonPath,
  faults: ValidationIssue[],
  isRoot: boolean,
): unknown {
  const kept: [string, unknown][] = [];
  const names = new Set([...Object.keys(value), ...(node.required ?? [])]);
  for (const name of names) {
    const under = memberSchema(node, name);
    const isGiven = Object.hasOwn(value, name);
    const member = !isGiven
      ? missingMember([...path, name], faults)
      : under === undefined
        ? value[name]
        : pruneInvalid(under, value[name], [...path, name], faults, false);
    if (member !== unusable) kept.push([name, member]);
    else if (!isRoot && node.required?.includes(name) === true) return unusable;
  }
  return Object.fromEntries(kept);
}

function missingMember(path: JsonPath, faults: ValidationIssue[]): typeof unusable {
  faults.push({ path, message: t('is missing') });
  return unusable;
}

const containerSchema = (schema: SchemaNode, value: unknown): SchemaNode =>
  schema.anyOf?.find(({ type }) => type === (Array.isArray(value) ? 'array' : 'object')) ?? schema;
