import { count } from '../../interface/figures.ts';
import type { ParameterEncoding } from '../../interface/parameterEncoding.ts';
import { parameterEncodings } from '../../interface/parameterEncoding.ts';
import type { TestReport, TestTrial } from '../../market/connectionProtocol.ts';
import { type Connection, placeOf } from './connections.ts';
import { operationTitles } from './operationTitles.ts';
import { isObject } from './readMessages.ts';

/** A report that the process gave, or null for anything else. */
export function readTestReport(value: unknown): TestReport | null {
  if (!isObject(value)) return null;
  const { isWorking, origin, key, trials, encoding, latencyMilliseconds } = value;
  if (typeof isWorking !== 'boolean' || typeof origin !== 'string' || !Array.isArray(trials)) {
    return null;
  }
  if (!['accepted', 'refused', 'unknown', 'none'].includes(String(key))) return null;
  if (!(encoding === null || parameterEncodings.some((known) => known === encoding))) return null;
  if (!(latencyMilliseconds === null || typeof latencyMilliseconds === 'number')) return null;
  return value as unknown as TestReport;
}

const keyWords: Readonly<Record<TestReport['key'], string>> = {
  accepted: 'accepted',
  refused: 'refused: enter the key of this service again',
  unknown: 'not known: nothing that was answered tells',
  none: 'none needed',
};

/** The report for people, as plain text that can be read, kept and passed on. It holds no secret. */
export function reportText(connection: Connection, report: TestReport, when: Date): string {
  const { isWorking, key, encoding, trials } = report;
  return [
    `Test of the connection ${connection.name}`,
    '',
    `  Answers     ${placeOf(connection)}`,
    `  When        ${when.toISOString()}`,
    `  Result      ${isWorking ? 'it works' : 'it does not work'}`,
    `  Latency     ${latencyWords(report)}`,
    ...(connection.kind === 'service'
      ? [
          `  API key     ${keyWords[key]}`,
          `  Parameters  ${encoding === null ? 'no encoding was understood' : encodingWords(encoding)}`,
        ]
      : []),
    '',
    ...(trials.length === 0 ? ['Nothing was asked: it is on this machine.'] : table(trials)),
    '',
  ].join('\n');
}

function latencyWords({ latencyMilliseconds: latency, trials }: TestReport): string {
  if (trials.length === 0) return 'none';
  return latency === null ? 'nothing was answered' : `${count(latency)} ms at best`;
}

function table(trials: readonly TestTrial[]): string[] {
  const rows = [
    ['What was asked', 'Encoding', 'Time', 'Outcome'],
    ...trials.map(({ what, encoding, milliseconds, error, words }) => [
      titleOf(what),
      encoding ?? '',
      `${count(milliseconds)} ms`,
      error === null ? `ok${words === '' ? '' : `: ${words}`}` : `${error.kind}: ${error.message}`,
    ]),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => oneLine(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const titleOf = (what: string): string =>
  Object.entries(operationTitles).find(([operation]) => operation === what)?.[1] ?? what;

const encodings: Readonly<Record<ParameterEncoding, string>> = {
  brackets: 'lists as key[]=a&key[]=b',
  repeated: 'lists as key=a&key=b',
  commas: 'lists as key=a,b',
  body: 'everything as a JSON body',
};

/** `brackets (lists as key[]=a&key[]=b)`. */
export const encodingWords = (encoding: ParameterEncoding): string =>
  `${encoding} (${encodings[encoding]})`;

/** Words of a service come with whatever it likes. */
const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** What came of a test, in a sentence for a notification. */
export function verdictOf({ name }: Connection, report: TestReport): string {
  const { isWorking, key, latencyMilliseconds: latency, trials } = report;
  const answered = trials.filter(({ error }) => error === null).length;
  if (isWorking)
    return latency === null ? `${name} works.` : `${name} works: ${count(latency)} ms at best.`;
  if (key === 'refused') return `${name} does not accept the API key.`;
  if (answered > 0) return `${name} answered ${answered} of ${trials.length} requests.`;
  const first = trials.find(({ error }) => error !== null)?.error;
  return `${name} does not work: ${first?.message ?? 'nothing was answered'}`;
}
