import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { isObject } from '../../api/isObject.ts';
import type { ParameterEncoding } from '../../api/parameterEncoding.ts';
import { parameterEncodings } from '../../api/parameterEncoding.ts';
import type {
  ConnectionCheckReport,
  ConnectionCheckTrial,
} from '../../backend/protocol/connectionProtocol.ts';
import { operationTitles } from '../operationTitles.ts';
import { type Connection, endpointLabel } from './connections.ts';

/** A report that the process gave, or null for anything else. */
export function parseCheckReport(value: unknown): ConnectionCheckReport | null {
  if (!isObject(value)) return null;
  const { isWorking, origin, key, trials, encoding, latencyMilliseconds } = value;
  if (typeof isWorking !== 'boolean' || typeof origin !== 'string' || !Array.isArray(trials)) {
    return null;
  }
  if (!['accepted', 'refused', 'unknown', 'none'].includes(String(key))) return null;
  if (!(encoding === null || parameterEncodings.some((known) => known === encoding))) return null;
  if (!(latencyMilliseconds === null || typeof latencyMilliseconds === 'number')) return null;
  return value as unknown as ConnectionCheckReport;
}

const keyLabels: Readonly<Record<ConnectionCheckReport['key'], string>> = {
  accepted: t('accepted'),
  refused: t('refused: enter the key of this service again'),
  unknown: t('not known: nothing that was answered tells'),
  none: t('none needed'),
};

/** The report for people, as plain text that can be read, kept and passed on. It holds no secret. */
export function formatReport(
  connection: Connection,
  report: ConnectionCheckReport,
  when: Date,
): string {
  const { isWorking, key, encoding, trials } = report;
  return [
    t('Test of the connection {0}', connection.name),
    '',
    formatField(t('Answers'), endpointLabel(connection)),
    formatField(t('When'), when.toISOString()),
    formatField(t('Result'), isWorking ? t('it works') : t('it does not work')),
    formatField(t('Latency'), formatLatency(report)),
    ...(connection.kind === 'service'
      ? [
          formatField(t('API key'), keyLabels[key]),
          formatField(
            t('Parameters'),
            encoding === null ? t('no encoding was understood') : formatEncoding(encoding),
          ),
        ]
      : []),
    '',
    ...(trials.length === 0
      ? [t('Nothing was asked: it is on this machine.')]
      : formatTable(trials)),
    '',
  ].join('\n');
}

const formatField = (name: string, value: string): string => `  ${padToWidth(name, 12)}${value}`;

/** Signs of Chinese, Japanese and Korean are two columns wide. */
const displayWidth = (text: string): number =>
  text.length +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]/g)?.length ?? 0);

const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

function formatLatency({ latencyMilliseconds: latency, trials }: ConnectionCheckReport): string {
  if (trials.length === 0) return t('none');
  return latency === null ? t('nothing was answered') : t('{0} ms at best', formatCount(latency));
}

function formatTable(trials: readonly ConnectionCheckTrial[]): string[] {
  const rows = [
    [t('What was asked'), t('Encoding'), t('Time'), t('Outcome')],
    ...trials.map(({ request, encoding, milliseconds, error, description }) => [
      trialTitle(request),
      encoding ?? '',
      `${formatCount(milliseconds)} ms`,
      error === null
        ? `${t('ok')}${description === '' ? '' : `: ${description}`}`
        : `${error.kind}: ${error.message}`,
    ]),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => padToWidth(oneLine(cell), widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const trialTitle = (what: string): string =>
  Object.entries(operationTitles).find(([operation]) => operation === what)?.[1] ?? what;

const encodingLabels: Readonly<Record<ParameterEncoding, string>> = {
  brackets: t('lists as key[]=a&key[]=b'),
  repeated: t('lists as key=a&key=b'),
  commas: t('lists as key=a,b'),
  body: t('everything as a JSON body'),
};

/** `brackets (lists as key[]=a&key[]=b)`. */
export const formatEncoding = (encoding: ParameterEncoding): string =>
  `${encoding} (${encodingLabels[encoding]})`;

/** Words of a service come with whatever it likes. */
const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** What came of a test, in a sentence for a notification. */
export function summarizeReport({ name }: Connection, report: ConnectionCheckReport): string {
  const { isWorking, key, latencyMilliseconds: latency, trials } = report;
  const answered = trials.filter(({ error }) => error === null).length;
  if (isWorking)
    return latency === null
      ? t('{0} works.', name)
      : t('{0} works: {1} ms at best.', name, formatCount(latency));
  if (key === 'refused') return t('{0} does not accept the API key.', name);
  if (answered > 0) return t('{0} answered {1} of {2} requests.', name, answered, trials.length);
  const first = trials.find(({ error }) => error !== null)?.error;
  return t('{0} does not work: {1}', name, first?.message ?? t('nothing was answered'));
}
