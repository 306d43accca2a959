import { t } from '@vscode/l10n';
import type { Outcome } from '../../api/arbscope/arbitrageFilter.ts';
import { formatSignedSol, formatTimeAgo } from '../../api/format.ts';
import { escapeIcons, sanitizeText } from '../../api/sanitizeText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { outcomeIcons } from '../live/arbitrageRows.ts';
import type { HoverLink } from '../shared/hoverMarkdown.ts';
import { parseLookupInput } from './parseLookupInput.ts';
import type { TransactionSummary } from './transactionSummary.ts';

export type LookUpAct =
  | { readonly kind: 'open'; readonly signature: string }
  /** Looks the signature up over the connection first. */
  | { readonly kind: 'look-up'; readonly signature: string }
  | { readonly kind: 'open-explorer'; readonly signature: string }
  | { readonly kind: 'switch-connection'; readonly signature: string }
  | { readonly kind: 'show-live' }
  | { readonly kind: 'link'; readonly link: HoverLink };

/** Independent of the editor's API. */
export interface LookUpRow {
  /** Stays the same while sections load. */
  readonly id: string;
  /** Section heading, if this row is the first of its section. */
  readonly section?: string;
  readonly label: string;
  readonly description: string;
  /** Null for an informational row. */
  readonly act: LookUpAct | null;
}

/** Transactions of a section, or why it has none. */
export interface LookUpSection {
  readonly summaries: readonly TransactionSummary[];
  /** Empty if there is no problem. */
  readonly problem: string;
}

export interface LookUpState {
  readonly text: string;
  readonly clipboard: string | null;
  readonly recent: readonly TransactionSummary[];
  readonly market: LookUpSection;
  readonly wallets: LookUpSection;
  readonly recorded: readonly { readonly title: string; readonly summary: TransactionSummary }[];
  readonly connection: string;
  /** Signature that the connection did not find. */
  readonly missing: string | null;
  readonly walletLabel: (wallet: string) => string;
  readonly linksOf: (address: string) => readonly HoverLink[];
  readonly nowMilliseconds: number;
}

/** Never empty, selectable rows first. */
export function lookUpRows(state: LookUpState): LookUpRow[] {
  const input = parseLookupInput(state.text);
  switch (input.kind) {
    case 'signature':
      return input.signature === state.missing
        ? missingRows(input.signature)
        : [
            lookUpRow(input.signature, state),
            ...sectionRows({ ...state, clipboard: null }).filter(
              ({ act }) => signatureOf(act) === input.signature,
            ),
          ];
    case 'address':
      return addressRows(input.address, state);
    case 'other':
      return filteredRows(state, input.reason);
    default:
      return sectionRows(state);
  }
}

export const signatureOf = (act: LookUpAct | null): string | null =>
  act?.kind === 'open' || act?.kind === 'look-up' ? act.signature : null;

/** Sections that load later are last, so that no row moves under the pointer. */
const sectionRows = (state: LookUpState): LookUpRow[] => [
  ...inSection(t('clipboard'), clipboardRows(state)),
  ...inSection(t('recently viewed'), transactionRows('recent', state.recent, state)),
  ...inSection(t('recorded mainnet, 14 March 2024'), recordedRows(state)),
  ...inSection(t('market, newest'), marketRows(state)),
  ...inSection(t('tracked wallets'), loadedRows('wallets', state.wallets, state)),
];

const inSection = (section: string, rows: readonly LookUpRow[]): LookUpRow[] =>
  rows.map((row, index) => (index === 0 ? { ...row, section } : row));

function clipboardRows(state: LookUpState): LookUpRow[] {
  const { clipboard: signature } = state;
  if (signature === null) return [];
  const known = knownSummaries(state).find((each) => each.signature === signature);
  if (known !== undefined) return transactionRows('clipboard', [known], state);
  return [{ ...lookUpRow(signature, state), id: 'clipboard' }];
}

const knownSummaries = ({ recent, market, wallets, recorded }: LookUpState) => [
  ...recorded.map(({ summary }) => summary),
  ...market.summaries,
  ...wallets.summaries,
  ...recent,
];

const lookUpRow = (signature: string, { connection }: LookUpState): LookUpRow => ({
  id: 'look-up',
  label: `$(search) ${t('Look Up {0}', shortAddress(signature))}`,
  description: t('in {0}', sanitizeText(connection)),
  act: { kind: 'look-up', signature },
});

const loadedRows = (
  id: string,
  { summaries, problem }: LookUpSection,
  state: LookUpState,
): LookUpRow[] =>
  problem === ''
    ? transactionRows(id, summaries, state)
    : [{ id, label: escapeIcons(sanitizeText(problem, 120)), description: '', act: null }];

/** The Live view has the whole list. */
const marketRows = (state: LookUpState): LookUpRow[] => [
  ...loadedRows('market', state.market, state),
  ...(state.market.summaries.length === 0
    ? []
    : [
        {
          id: 'live',
          label: `$(pulse) ${t('Show More in Live')}`,
          description: '',
          act: { kind: 'show-live' } as const,
        },
      ]),
];

const transactionRows = (
  id: string,
  summaries: readonly TransactionSummary[],
  state: LookUpState,
): LookUpRow[] =>
  summaries.map((summary) => {
    const { signature, outcome, wallet, timeMilliseconds: time } = summary;
    const facts = [
      ...figures(summary),
      id === 'wallets' ? sanitizeText(state.walletLabel(wallet)) : '',
      time === null ? '' : formatTimeAgo(time, state.nowMilliseconds),
    ];
    return {
      id: `${id}:${signature}`,
      label: `$(${outcome === null ? 'search' : outcomeIcons[outcome].icon}) ${shortAddress(signature)}`,
      description: escapeIcons(facts.filter(Boolean).join(' · ')),
      act: { kind: 'open', signature },
    };
  });

const recordedRows = ({ recorded }: LookUpState): LookUpRow[] =>
  recorded.map(({ title, summary }) => ({
    id: `recorded:${summary.signature}`,
    label: `$(star-empty) ${title}`,
    description: escapeIcons(figures(summary).join(' · ')),
    act: { kind: 'open', signature: summary.signature },
  }));

const outcomeLabels: Readonly<Partial<Record<Outcome, string>>> = {
  failed: t('failed'),
  'no-swap': t('no swap'),
};

const figures = ({ outcome, netGainsSol, route }: TransactionSummary): string[] =>
  [
    netGainsSol === null ? '' : formatSignedSol(netGainsSol),
    (outcome === null ? undefined : outcomeLabels[outcome]) ?? '',
    formatRoute(route),
  ].filter(Boolean);

const maxShownSymbols = 8;

/** `SOL→USDC→SOL`; the middle of a long route is shortened. */
function formatRoute(route: readonly string[]): string {
  const symbols = route.map((symbol) => sanitizeText(symbol, 12));
  const isLong = symbols.length > maxShownSymbols;
  return (isLong ? symbols.toSpliced(4, symbols.length - 6, '…') : symbols).join('→');
}

function filteredRows(state: LookUpState, reason: string): LookUpRow[] {
  const text = state.text.trim().toLowerCase();
  const texts = new Map(
    knownSummaries(state).map(({ signature, route, provider, wallet }) => [
      signature,
      [signature, ...route, provider, wallet, state.walletLabel(wallet)].join(' ').toLowerCase(),
    ]),
  );
  const found = sectionRows(state).filter(
    ({ act, label }) =>
      texts.get(signatureOf(act) ?? '')?.includes(text) || label.toLowerCase().includes(text),
  );
  // Nothing else: Enter would open a transaction that was not asked for.
  return found.length > 0 ? found : [noteRow(reason)];
}

const noteRow = (label: string): LookUpRow => ({
  id: 'note',
  label: `$(info) ${label}`,
  description: '',
  act: null,
});

const missingRows = (signature: string): LookUpRow[] => [
  noteRow(t('No arbitrage with this signature in the index')),
  {
    id: 'explorer',
    label: `$(link-external) ${t('Open in Block Explorer')}`,
    description: t('outside Arbscope'),
    act: { kind: 'open-explorer', signature },
  },
  {
    id: 'switch',
    label: `$(plug) ${t('Look Up with Another Connection…')}`,
    description: '',
    act: { kind: 'switch-connection', signature },
  },
];

const addressRows = (address: string, { linksOf }: LookUpState): LookUpRow[] => [
  ...linksOf(address).map((link, index) => ({
    id: `link:${index}`,
    label: `$(${'page' in link ? 'link-external' : 'arrow-right'}) ${link.title}`,
    description: shortAddress(address),
    act: { kind: 'link', link } as const,
  })),
  noteRow(t('This is an address, not a signature.')),
];
