import { isObject } from '../../api/isObject.ts';
import type { SchemaNode } from '../../api/schema.ts';
import { memberSchema } from '../../api/validation.ts';

/** A shortened list or text, or several with the same path added up. */
export interface Omission {
  /** `result.tokens[].AMMs`: only names of the schema, because others are untrusted. */
  readonly path: string;
  /** Entries of a list, or characters of a text. */
  readonly kept: number;
  readonly total: number;
}

interface Limits {
  /** Entries of a top-level list. */
  readonly outer: number;
  /** Entries of a list within a list. */
  readonly inner: number;
  readonly textCharacters: number;
}

/** Far more than any response that a model reads; bounds the work for a response of any size. */
const everything: Limits = { outer: 2_000, inner: 500, textCharacters: 10_000 };

/** Details are cut first: many tokens with two pools each are worth more than one in full. */
const detailLimits: readonly Omit<Limits, 'outer'>[] = [
  { inner: 20, textCharacters: 2_000 },
  { inner: 10, textCharacters: 1_000 },
  { inner: 5, textCharacters: 500 },
  { inner: 3, textCharacters: 300 },
  { inner: 2, textCharacters: 200 },
];
/** Signatures, of 88 characters, stay whole. */
const leastDetail: Omit<Limits, 'outer'> = { inner: 1, textCharacters: 90 };

/**
 * Keeps as much of lists, keyed entries and long texts as fits: the first entries of lists, and the
 * keyed entries with the largest samples. Object members are never removed, so that the value still
 * matches `schema`. `answer` is called only for the final selection.
 */
export function fitResult<Answer>(
  value: unknown,
  schema: SchemaNode,
  write: (
    shortened: unknown,
    omitted: readonly Omission[],
  ) => { readonly answer: () => Answer; readonly fits: boolean },
): Answer {
  const attempt = (limits: Limits) => {
    const omissions = new Map<string, Omission>();
    const shortened = cut(value, schema, '', 0, limits, omissions);
    return write(shortened, [...omissions.values()]);
  };
  for (const limits of [everything, ...detailLimits.map((each) => ({ ...everything, ...each }))]) {
    const { answer, fits } = attempt(limits);
    if (fits) return answer();
  }
  for (const detail of [...detailLimits.slice(-1), leastDetail]) {
    let fitting: (() => Answer) | null = null;
    let outer = 0;
    let tooMany = everything.outer + 1;
    while (tooMany - outer > 1) {
      const tried = Math.floor((outer + tooMany) / 2);
      const { answer, fits } = attempt({ ...detail, outer: tried });
      if (fits) {
        fitting = answer;
        outer = tried;
      } else tooMany = tried;
    }
    if (fitting !== null) return fitting();
  }
  return attempt({ ...leastDetail, outer: 0 }).answer();
}

function cut(
  value: unknown,
  schema: SchemaNode | undefined,
  path: string,
  depth: number,
  limits: Limits,
  omissions: Map<string, Omission>,
): unknown {
  const note = (kept: number, total: number): void => {
    const before = omissions.get(path) ?? { kept: 0, total: 0 };
    omissions.set(path, { path, kept: before.kept + kept, total: before.total + total });
  };
  const limit = depth === 0 ? limits.outer : limits.inner;
  const cutEntry = (entry: unknown, under: SchemaNode | undefined): unknown =>
    cut(entry, under, `${path}[]`, depth + 1, limits, omissions);

  if (typeof value === 'string') {
    if (value.length <= limits.textCharacters) return value;
    note(limits.textCharacters, value.length);
    return `${value.slice(0, limits.textCharacters)}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > limit) note(limit, value.length);
    return value.slice(0, limit).map((entry) => cutEntry(entry, schema?.items));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const node = schema?.anyOf?.find(({ type }) => type === 'object') ?? schema;
  const entrySchema = node?.patternProperties && Object.values(node.patternProperties)[0];
  if (entrySchema === undefined) {
    return Object.fromEntries(
      entries.map(([name, member]) => [
        name,
        cut(
          member,
          node && memberSchema(node, name),
          [...(path === '' ? [] : [path]), memberName(node, name)].join('.'),
          depth,
          limits,
          omissions,
        ),
      ]),
    );
  }
  if (entries.length > limit) {
    note(limit, entries.length);
    entries.sort(([, one], [, other]) => sampleSize(other) - sampleSize(one));
  }
  return Object.fromEntries(
    entries.slice(0, limit).map(([key, entry]) => [key, cutEntry(entry, entrySchema)]),
  );
}

const memberName = (schema: SchemaNode | undefined, name: string): string =>
  schema?.properties !== undefined && Object.hasOwn(schema.properties, name) ? name : '*';

const sampleSize = (entry: unknown): number =>
  isObject(entry) && typeof entry['number'] === 'number' ? entry['number'] : 0;
