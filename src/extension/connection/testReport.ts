import { t } from '@vscode/l10n';
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
  accepted: t('accepted'),
  refused: t('refused: enter the key of this service again'),
  unknown: t('not known: nothing that was answered tells'),
  none: t('none needed'),
};

/** The report for people, as plain text that can be read, kept and passed on. It holds no secret. */
export function reportText(connection: Connection, report: TestReport, when: Date): string {
  const { isWorking, key, encoding, trials } = report;
  return [
    t('Test of the connection {0}', connection.name),
    '',
    field(t('Answers'), placeOf(connection)),
    field(t('When'), when.toISOString()),
    field(t('Result'), isWorking ? t('it works') : t('it does not work')),
    field(t('Latency'), latencyWords(report)),
    ...(connection.kind === 'service'
      ? [
          field(t('API key'), keyWords[key]),
          field(
            t('Parameters'),
            encoding === null ? t('no encoding was understood') : encodingWords(encoding),
          ),
        ]
      : []),
    '',
    ...(trials.length === 0 ? [t('Nothing was asked: it is on this machine.')] : table(trials)),
    '',
  ].join('\n');
}

const field = (name: string, value: string): string => `  ${padded(name, 12)}${value}`;

/** Signs of Chinese, Japanese and Korean are two columns wide. */
const widthOf = (text: string): number =>
  text.length +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]/g)?.length ?? 0);

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

function latencyWords({ latencyMilliseconds: latency, trials }: TestReport): string {
  if (trials.length === 0) return t('none');
  return latency === null ? t('nothing was answered') : t('{0} ms at best', count(latency));
}

function table(trials: readonly TestTrial[]): string[] {
  const rows = [
    [t('What was asked'), t('Encoding'), t('Time'), t('Outcome')],
    ...trials.map(({ what, encoding, milliseconds, error, words }) => [
      titleOf(what),
      encoding ?? '',
      `${count(milliseconds)} ms`,
      error === null
        ? `${t('ok')}${words === '' ? '' : `: ${words}`}`
        : `${error.kind}: ${error.message}`,
    ]),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => padded(oneLine(cell), widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const titleOf = (what: string): string =>
  Object.entries(operationTitles).find(([operation]) => operation === what)?.[1] ?? what;

const encodings: Readonly<Record<ParameterEncoding, string>> = {
  brackets: t('lists as key[]=a&key[]=b'),
  repeated: t('lists as key=a&key=b'),
  commas: t('lists as key=a,b'),
  body: t('everything as a JSON body'),
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
    return latency === null
      ? t('{0} works.', name)
      : t('{0} works: {1} ms at best.', name, count(latency));
  if (key === 'refused') return t('{0} does not accept the API key.', name);
  if (answered > 0) return t('{0} answered {1} of {2} requests.', name, answered, trials.length);
  const first = trials.find(({ error }) => error !== null)?.error;
  return t('{0} does not work: {1}', name, first?.message ?? t('nothing was answered'));
}
