import { t } from '@vscode/l10n';
import { formatCount, formatUtcDateTime } from '../../api/format.ts';
import { isObject } from '../../api/isObject.ts';
import { joinLabel, joinNote } from '../../api/join.ts';
import type { ParameterEncoding } from '../../api/parameterEncoding.ts';
import { parameterEncodings } from '../../api/parameterEncoding.ts';
import type {
  ConnectionCheckReport,
  ConnectionCheckTrial,
} from '../../backend/protocol/connectionProtocol.ts';
import { type Connection, endpointLabel } from '../base/connections.ts';
import { operationTitles } from '../base/operationTitles.ts';

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
  refused: t('refused'),
  unknown: t('not tested'),
  none: t('none needed'),
};

/** Contains no secret. */
export function formatReport(
  connection: Connection,
  report: ConnectionCheckReport,
  when: Date,
): string {
  const { key, encoding, trials, latencyMilliseconds: latency } = report;
  // Only requests of the Finder test the encoding.
  const isEncodingTested = trials.some(({ request }) => request === 'finder');
  const encodingLabel = isEncodingTested ? t('not detected') : t('not tested');
  return [
    t('Test of {0}', connection.name),
    '',
    formatField(t('Address'), endpointLabel(connection)),
    formatField(t('Time'), formatUtcDateTime(when.getTime())),
    formatField(t('Result'), resultLabel(report)),
    ...(latency === null ? [] : [formatField(t('Latency'), `${formatCount(latency)} ms`)]),
    ...(connection.kind === 'service'
      ? [
          formatField(t('API key'), keyLabels[key]),
          formatField(t('Encoding'), encoding === null ? encodingLabel : formatEncoding(encoding)),
        ]
      : []),
    '',
    ...(trials.length === 0
      ? [t('No request needed: the Sandbox runs on this machine.')]
      : formatTable(trials)),
    '',
  ].join('\n');
}

/** `works`, or why not. */
function resultLabel(report: ConnectionCheckReport): string {
  if (report.isWorking) return t('works');
  if (report.key === 'refused') return t('failed: API key refused');
  return t('failed: {0}', firstError(report));
}

const firstError = ({ trials }: ConnectionCheckReport): string =>
  trials.find(({ error }) => error !== null)?.error?.message ?? t('no response');

const formatField = (name: string, value: string): string => `  ${padToWidth(name, 12)}${value}`;

/** Chinese, Japanese and Korean characters are two columns wide. */
const displayWidth = (text: string): number =>
  text.length +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]/g)?.length ?? 0);

const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

function formatTable(trials: readonly ConnectionCheckTrial[]): string[] {
  const rows = [
    [t('Request'), t('Encoding'), t('Time'), t('Result')],
    ...trials.map(({ request, encoding, milliseconds, error, description }) => [
      trialTitle(request),
      encoding ?? '',
      `${formatCount(milliseconds)} ms`,
      error === null
        ? description === ''
          ? t('ok')
          : joinLabel(t('ok'), description)
        : error.message,
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
  brackets: 'key[]=a&key[]=b',
  repeated: 'key=a&key=b',
  commas: 'key=a,b',
  body: t('JSON body'),
};

/** `brackets (key[]=a&key[]=b)`. */
export const formatEncoding = (encoding: ParameterEncoding): string =>
  joinNote(encoding, encodingLabels[encoding]);

/** A service's message may contain any characters. */
const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

export function summarizeReport({ name }: Connection, report: ConnectionCheckReport): string {
  const { isWorking, key, latencyMilliseconds: latency, trials } = report;
  if (isWorking)
    return latency === null
      ? t('{0} works.', name)
      : t('{0} works: {1} ms.', name, formatCount(latency));
  if (key === 'refused') return t('{0} failed: API key refused.', name);
  const answered = trials.filter(({ error }) => error === null).length;
  if (answered > 0)
    return t('{0} responded to {1} of {2} requests.', name, answered, trials.length);
  return t('{0} failed: {1}', name, firstError(report));
}
