import { count, timeSpan, transactions, usd } from '../../interface/figures.ts';
import type { FinderParameters } from '../../interface/finder.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type FinderAnswer, simulatedSource, sourceFacts } from './finderAnswer.ts';
import type { Fact, TreeRow } from './treeRow.ts';

/** The service's verdict, with each observed figure against its threshold. */
export function verdictRow(answer: FinderAnswer): TreeRow {
  const { threshold } = answer.result;
  const window = timeSpan(threshold.timeRange);
  const label = threshold.isArbitrageRecommended
    ? 'Arbitrage recommended'
    : 'Arbitrage not recommended';
  const net = `${usd(threshold.profits)} net${ofThreshold(answer)}`;
  return {
    id: 'verdict',
    label,
    description: `${net} · ${window} · ${transactions(threshold.transactions)}`,
    icon: threshold.isArbitrageRecommended ? 'pass-filled' : 'circle-slash',
    color: threshold.isArbitrageRecommended ? 'testing.iconPassed' : 'list.warningForeground',
    context: 'verdict',
    spoken: `${label}: ${net} from ${count(threshold.transactions)} transactions in ${window}`,
    heading: label,
    facts: () => [
      ...observedFacts(answer),
      ['Window', window],
      ...filterFacts(answer),
      ...sourceFacts(answer),
    ],
    ...(anyAsked(answer) ? {} : { note: ruleWithoutThresholds(answer) }),
    children: () => reasonRows(answer),
  };
}

/** What the verdict was made under, beside its window. */
function filterFacts(answer: FinderAnswer): Fact[] {
  const { threshold, filters } = answer.result;
  const wallets = filters.wallets ?? answer.request.wallets ?? [];
  return [
    ['Base tokens', baseTokens(answer)],
    ['Provider', threshold.thresholdProvider],
    ['Bot', threshold.thresholdBot],
    ['Wallets', wallets.length === 0 ? 'all' : count(wallets.length)],
  ];
}

/** The filter that each row below the verdict is set by. */
const filterOf: Readonly<Record<string, keyof FinderParameters>> = {
  'Net gains': 'thresholdProfits',
  'Gross gains': 'thresholdRevenues',
  Transactions: 'thresholdTransactions',
  Window: 'thresholdMaxTimeRange',
  'Base tokens': 'tokensMint',
  Provider: 'thresholdProvider',
  Bot: 'thresholdBot',
  Wallets: 'wallets',
};

/** Why the verdict is what it is: each figure against its threshold, the window and the filters. */
function reasonRows(answer: FinderAnswer): TreeRow[] {
  const window = timeSpan(answer.result.threshold.timeRange);
  const observed = observedFacts(answer).map((fact) => ({ fact, ...markOf(fact), within: window }));
  const rest: Fact[] = [['Window', window], ...filterFacts(answer)];
  const others = rest.map((fact) => ({
    fact,
    icon: fact[0] === 'Window' ? 'history' : 'filter',
    color: undefined,
    within: '',
  }));
  return [...observed, ...others].map(({ fact, icon, color, within }): TreeRow => {
    const [label, description] = fact;
    const id = `verdict/${filterOf[label] ?? label}`;
    const words = `${description}${within === '' ? '' : ` in ${within}`}`;
    return {
      id,
      label,
      description,
      icon,
      ...(color === undefined ? {} : { color }),
      context: 'figure',
      state: 'filter',
      spoken: `${label}: ${words}`,
      heading: `${label} of the verdict`,
      facts: () => [[label, words], ...sourceFacts(answer)],
    };
  });
}

/** How a figure stands against its threshold, as its icon. */
function markOf([, words]: Fact): { readonly icon: string; readonly color: string | undefined } {
  if (words.endsWith(': met')) return { icon: 'pass', color: 'testing.iconPassed' };
  if (words.endsWith(': not met')) return { icon: 'error', color: 'list.warningForeground' };
  return { icon: 'dash', color: undefined };
}

function baseTokens({ result, request }: FinderAnswer): string {
  const mints = result.filters.tokensMint ?? request.tokensMint;
  return mints.map((mint) => knownMints.get(mint)?.symbol ?? shortAddress(mint)).join(', ');
}

/** Each observed figure, its threshold in effect, and whether it is met. */
export function observedFacts(answer: FinderAnswer): Fact[] {
  const { request, result } = answer;
  const { threshold } = result;
  return [
    [
      'Net gains',
      against(usd, threshold.profits, threshold.thresholdProfits, request.thresholdProfits),
    ],
    [
      'Gross gains',
      against(usd, threshold.revenues, threshold.thresholdRevenues, request.thresholdRevenues),
    ],
    [
      'Transactions',
      against(
        count,
        threshold.transactions,
        threshold.thresholdTransactions,
        request.thresholdTransactions,
      ),
    ],
  ];
}

/** A threshold of 0 that nobody asked for is how services say that there is none. */
function against(
  format: (value: number) => string,
  observed: number,
  inEffect: number,
  asked: number | undefined,
): string {
  if (asked === undefined && inEffect === 0) return `${format(observed)}, no threshold set`;
  const met = observed >= inEffect ? 'met' : 'not met';
  return `${format(observed)} of ${format(inEffect)}: ${met}`;
}

function ofThreshold({ result, request }: FinderAnswer): string {
  const { thresholdProfits } = result.threshold;
  if (request.thresholdProfits === undefined && thresholdProfits === 0) return '';
  return ` of ${usd(thresholdProfits)}`;
}

const anyAsked = ({ request }: FinderAnswer): boolean =>
  request.thresholdProfits !== undefined ||
  request.thresholdRevenues !== undefined ||
  request.thresholdTransactions !== undefined;

const ruleWithoutThresholds = ({ source }: FinderAnswer): string =>
  source === simulatedSource
    ? 'No threshold is set, so net gains above zero are enough. Filters of the Finder set thresholds.'
    : 'No threshold is set: the service judges by its own rule. Filters of the Finder set thresholds.';
