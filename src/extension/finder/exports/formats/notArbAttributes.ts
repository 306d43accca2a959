import { t } from '@vscode/l10n';
import type { FinderPercentile, FinderResult } from '../../../../api/finder.ts';
import { formatDuration } from '../../../../api/format.ts';
import { sanitizeText } from '../../../../api/sanitizeText.ts';
import { isSimulated } from '../../../base/connections.ts';
import type { FinderResponse } from '../../finderResponse.ts';
import type { ExportInput } from './botPlan.ts';

/** Of one signature: a percentile of transaction fees has it, and the bot's priority fee has not. */
const baseFeeLamports = 5_000;

const setting = 'arbscope.export.notArbAttributes';

interface Percentile {
  readonly kind: 'fees' | 'tips';
  /** Null: that of the Finder. */
  readonly percent: number | null;
  readonly minimum: number;
  readonly maximum: number;
}

/** `fee`, `tip p75`, `tip p75 min 7500 max 50000`. */
const percentilePattern = /^(fee|tip)(?: p(\d{1,2}|100))?(?: min (\d{1,15}))?(?: max (\d{1,15}))?$/;

type Attribute = readonly [name: string, value: number | boolean | Percentile];
type Value = readonly [name: string, value: number | boolean];

/**
 * The file of NotArb's `dynamic_attributes`: a value for each key of the setting. It is all or
 * nothing, so that no unknown value becomes 0 or the bot's default. Unknown percentiles are left out only
 * from a file that turns the strategies off. Rejects with an Error for the user.
 */
export async function notArbAttributes({ answer, options }: ExportInput): Promise<string> {
  const { isVerdictObeyed } = options;
  const sources = readSources(options.notArbAttributes);
  const isEnabled = !isVerdictObeyed || answer.result.threshold.isArbitrageRecommended;
  const isTurnedOff = !isEnabled && sources.some(([, source]) => source === 'recommended');
  const attributes = sources.map(
    ([name, source]): Attribute => [
      name,
      source === 'recommended' ? isEnabled : parseSource(name, source),
    ],
  );
  const values = await resolveAll(attributes, answer).catch((error: unknown) => {
    // A quiet market has no sample. The bot must stop, and not use the last file.
    if (!isTurnedOff) throw error;
    return attributes.filter((attribute): attribute is Value => typeof attribute[1] !== 'object');
  });
  // Numbers and booleans like the others: the bot reads only the keys that its strategies name.
  const source: Value[] = [
    ['arbscope_updated_ms', Math.floor(answer.answeredAtMilliseconds)],
    ['arbscope_simulated', isSimulated(answer.source)],
  ];
  return `${JSON.stringify(Object.fromEntries([...source, ...values]), null, 2)}\n`;
}

/** The editor marks a value of another type, and passes it on. */
function readSources(value: unknown): [name: string, source: unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value);
  }
  throw new Error(t('The setting {0} must be an object of keys and values.', setting));
}

async function resolveAll(
  attributes: readonly Attribute[],
  answer: FinderResponse,
): Promise<Value[]> {
  const wanted = attributes.map(([, value]) => value).filter((value) => typeof value === 'object');
  const figures = await loadFigures(wanted, answer);
  const values = attributes.map(
    ([name, value]): Value => [
      name,
      typeof value === 'object' ? resolve(value, answer, figures) : value,
    ],
  );
  checkOrder(new Map(values));
  return values;
}

function parseSource(name: string, source: unknown): number | boolean | Percentile {
  if (typeof source === 'boolean') return source;
  if (typeof source === 'number' && Number.isSafeInteger(source) && source >= 0) return source;
  const found = typeof source === 'string' ? percentilePattern.exec(source) : null;
  const [, kind, percent, minimum, maximum] = found ?? [];
  const bounds = { minimum: Number(minimum ?? 0), maximum: Number(maximum ?? Infinity) };
  if (kind === undefined || bounds.minimum > bounds.maximum) {
    throw new Error(
      t('The setting {0} has no valid value for {1}.', setting, sanitizeText(name, 60)),
    );
  }
  return {
    kind: kind === 'fee' ? 'fees' : 'tips',
    percent: percent === undefined ? null : Number(percent),
    ...bounds,
  };
}

function resolve(
  { kind, percent, minimum, maximum }: Percentile,
  { result }: FinderResponse,
  figures: Figures,
): number {
  const found = figures[kind].get(percent ?? result[kind].percentileInt);
  return Math.min(maximum, Math.max(minimum, amountOf(kind, found)));
}

type Figures = Readonly<Record<Percentile['kind'], Map<number, FinderPercentile>>>;

/** The Finder has one percentile of each kind; each further pair takes a request. */
async function loadFigures(
  wanted: readonly Percentile[],
  { result, percentilesAt }: FinderResponse,
): Promise<Figures> {
  const figures: Figures = { fees: new Map(), tips: new Map() };
  const add = ({ fees, tips }: Pick<FinderResult, 'fees' | 'tips'>) => {
    figures.fees.set(fees.percentileInt, fees);
    figures.tips.set(tips.percentileInt, tips);
  };
  add(result);
  const others = (of: Percentile['kind']): number[] => {
    const percents = wanted.flatMap(({ kind, percent }) => (kind === of ? (percent ?? []) : []));
    return [...new Set(percents)].filter((percent) => !figures[of].has(percent));
  };
  const [fees, tips] = [others('fees'), others('tips')];
  const pairs = Array.from({ length: Math.max(fees.length, tips.length) }, (_, index) => ({
    fees: fees[index] ?? result.fees.percentileInt,
    tips: tips[index] ?? result.tips.percentileInt,
  }));
  for (const found of await Promise.all(pairs.map((pair) => percentilesAt?.(pair)))) {
    if (found !== undefined) add(found);
  }
  return figures;
}

/** Without a sample the amount is unknown, though it is stated as 0. */
function amountOf(kind: Percentile['kind'], found: FinderPercentile | undefined): number {
  if (found === undefined) throw new Error(t('The source gave another percentile.'));
  const { transactions, timeRange, amount, percentile } = found;
  if (!(transactions > 0)) {
    const name = sanitizeText(percentile, 10);
    throw new Error(
      kind === 'fees'
        ? t('Fee {0} is unknown: no transactions in {1}.', name, formatDuration(timeRange))
        : t('Tip {0} is unknown: no transactions in {1}.', name, formatDuration(timeRange)),
    );
  }
  const lamports = Number(amount);
  if (!Number.isSafeInteger(lamports) || lamports < 0) {
    throw new Error(t('The source gave an impossible amount.'));
  }
  return kind === 'fees' ? Math.max(0, lamports - baseFeeLamports) : lamports;
}

/** A minimum may exceed its maximum if their percentiles differ in sample, or are swapped by mistake. */
function checkOrder(values: ReadonlyMap<string, number | boolean>): void {
  for (const [name, value] of values) {
    if (!name.startsWith('min_')) continue;
    const maximumName = `max_${name.slice('min_'.length)}`;
    const maximum = values.get(maximumName);
    if (typeof value !== 'number' || typeof maximum !== 'number' || value <= maximum) continue;
    throw new Error(
      t('{0} would be above {1}.', sanitizeText(name, 60), sanitizeText(maximumName, 60)),
    );
  }
}
