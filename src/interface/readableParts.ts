import { t } from '@vscode/l10n';
import type { TSchema } from 'typebox';
import { MarketError } from './marketError.ts';
import type { ResultOf } from './operation.ts';
import { type OperationName, type Operations, operations } from './operations.ts';
import { isRawAmount, type SchemaNode } from './schema.ts';
import { check, checkResult, type Fault, memberSchema, type Path, pathText } from './wire.ts';

/** What of an answer could be read: of an object any member may be missing, of a list any entry. */
export type PartsOf<Result> = Result extends readonly unknown[] ? Result : Partial<Result>;

export interface ReadableParts<Result> {
  readonly parts: PartsOf<Result>;
  /** One for each member that was left out, naming the operation and the member. */
  readonly faults: readonly MarketError[];
}

/** Faults that are told one by one; the rest only in number. */
const faultsTold = 20;

/**
 * An answer of which one wrong member does not lose the rest. A wrong optional member is left out,
 * and so is the smallest list entry, keyed entry or member of the answer that needs a wrong one: no
 * value is ever invented in its place. Throws a MarketError of kind `unreadable-answer` only where
 * nothing can be read.
 */
export function readParts<Name extends OperationName>(
  name: Name,
  value: unknown,
): ReadableParts<ResultOf<Operations[Name]>> {
  const { response, summary } = operations[name];
  const checked = check<TSchema>(response, value);
  if (checked.fault === null) {
    return whole(checked.result as unknown as ResultOf<Operations[Name]>);
  }
  const schema = response as SchemaNode;
  const faults: Fault[] = [];
  const parts = prune(schema, value, [], faults, true);
  const isEmpty = parts === lost || Object.keys(parts as object).length === 0;
  // The strict check tells the first fault.
  if (isEmpty) return whole(checkResult(name, value));
  const told = faults.slice(0, faultsTold).map((fault) => faultError(summary, fault));
  const more = faults.length - told.length;
  if (more > 0) {
    told.push(
      new MarketError('unreadable-answer', t('{0}: {1} more members are wrong', summary, more)),
    );
  }
  return { parts: parts as PartsOf<ResultOf<Operations[Name]>>, faults: told };
}

const whole = <Result>(result: Result): ReadableParts<Result> => ({
  parts: result as PartsOf<Result>,
  faults: [],
});

const faultError = (summary: string, { path, words }: Fault) =>
  new MarketError(
    'unreadable-answer',
    t('{0}: the member {1} {2}; it is left out', summary, pathText(path), words),
  );

/** Stands for a value of which nothing can be kept. */
const lost = Symbol('lost');

function prune(
  schema: SchemaNode,
  value: unknown,
  path: Path,
  faults: Fault[],
  isRoot: boolean,
): unknown {
  const { result, fault } = check<TSchema>(schema as TSchema, value);
  if (fault === null) return result;
  const node = isRawAmount(schema) ? schema : container(schema, value);
  if (node.items && Array.isArray(value)) {
    const { items } = node;
    const kept = value
      .map((entry, index) => prune(items, entry, [...path, index], faults, false))
      .filter((entry) => entry !== lost);
    if (kept.length > (node.maxItems ?? Number.POSITIVE_INFINITY)) {
      faults.push({ path, words: t('is a list of too many') });
      return kept.slice(0, node.maxItems);
    }
    return kept;
  }
  if (node.type === 'object' && isObject(value))
    return pruneObject(node, value, path, faults, isRoot);
  faults.push({ path: [...path, ...fault.path], words: fault.words });
  return lost;
}

function pruneObject(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  faults: Fault[],
  isRoot: boolean,
): unknown {
  const kept: [string, unknown][] = [];
  const names = new Set([...Object.keys(value), ...(node.required ?? [])]);
  for (const name of names) {
    const under = memberSchema(node, name);
    const isGiven = Object.hasOwn(value, name);
    const member = !isGiven
      ? missing([...path, name], faults)
      : under === undefined
        ? value[name]
        : prune(under, value[name], [...path, name], faults, false);
    if (member !== lost) kept.push([name, member]);
    else if (!isRoot && node.required?.includes(name) === true) return lost;
  }
  return Object.fromEntries(kept);
}

function missing(path: Path, faults: Fault[]): typeof lost {
  faults.push({ path, words: t('is missing') });
  return lost;
}

/** The form of a schema with several that a list or object has. */
const container = (schema: SchemaNode, value: unknown): SchemaNode =>
  schema.anyOf?.find(({ type }) => type === (Array.isArray(value) ? 'array' : 'object')) ?? schema;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
