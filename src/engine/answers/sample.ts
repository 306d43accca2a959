import type { Sample } from '../sources/blockSource.ts';

/**
 * Members beside those of the interface that say of a count that it is of a sample: the part of
 * the blocks that was indexed, since the time named (ISO 8601). Not there when all were.
 */
export interface Sampled {
  readonly sample?: { readonly fraction: number; readonly since: string };
}

const sampled = (sample: Sample | null): Sampled =>
  sample === null
    ? {}
    : {
        sample: {
          fraction: sample.fraction,
          since: new Date(sample.sinceSeconds * 1_000).toISOString(),
        },
      };

/** The answer, said to be of a sample where it is. */
export const markSample = <Answer extends object>(answer: Answer, sample: Sample | null) =>
  sample === null ? answer : { ...answer, ...sampled(sample) };

/** The same for each value of an answer that is keyed by names that others choose. */
export function markEach<Entry extends object>(
  answer: Readonly<Record<string, Entry>>,
  sample: Sample | null,
): Record<string, Entry> {
  if (sample === null) return answer;
  const entries = Object.entries(answer);
  return Object.fromEntries(entries.map(([name, entry]) => [name, markSample(entry, sample)]));
}

/** The same for tables of two levels. */
export function markEachOfEach<Entry extends object>(
  answer: Readonly<Record<string, Readonly<Record<string, Entry>>>>,
  sample: Sample | null,
): Record<string, Record<string, Entry>> {
  const entries = Object.entries(answer);
  return Object.fromEntries(entries.map(([name, inner]) => [name, markEach(inner, sample)]));
}
