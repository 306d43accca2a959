import { t } from '@vscode/l10n';
import { formatCount, formatTimeAgo, formatUsd, formatUtcTime } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { formatExactAmount, formatSignificant, withPlusSign } from '../../api/tokenAmounts.ts';
import { type Child, element } from '../dom.ts';
import { interpolate } from '../interpolate.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { copyButton } from './legTable.ts';
import { formatSignedUsd, isValidTime, transactionTypeLabel } from './routeLabels.ts';
import { type Route, type Token, valueInUsd } from './routeModel.ts';

/** What the transaction is and came to, at a glance. */
export function transactionHeader(
  content: TransactionContent,
  route: Route,
  copy: (text: string, what: string) => void,
): HTMLElement {
  return element('header', { class: 'head' }, [
    element('div', { class: 'title' }, [
      element('h1', {}, transactionTypeLabel(content.type)),
      copyButton(content.signature, t('Signature'), copy),
      element('span', { class: `mark ${content.isSuccess ? 'good' : 'bad'}` }, [
        content.isSuccess ? t('✓ succeeded') : t('✗ failed'),
      ]),
      content.isSimulated && element('span', { class: 'mark' }, t('Sandbox: simulated data')),
      !content.isSimulated && element('span', { class: 'mark' }, sanitizeText(content.source, 60)),
      content.bot !== null &&
        element('span', { class: 'mark', title: content.bot.program }, botLabel(content.bot)),
    ]),
    content.sourceNote !== '' && element('p', { class: 'note' }, content.sourceNote),
    content.isSuccess ? null : failureNote(content),
    element('dl', { class: 'facts' }, summaryFacts(content, route, copy)),
  ]);
}

const botLabel = ({ family, name }: NonNullable<TransactionContent['bot']>): string =>
  name === '' ? t('{0} bot', sanitizeText(family, 30)) : sanitizeText(name, 40);

function failureNote({ failure: reason, feeLamports }: TransactionContent): HTMLElement {
  return element('p', { class: 'failure', role: 'note' }, [
    element('strong', {}, t('Lost: fee only.')),
    ' ',
    t(
      'The fee of {0} SOL was paid; everything else was taken back.',
      formatExactAmount(BigInt(feeLamports), 9),
    ),
    ' ',
    reason === null
      ? t('The service does not tell why it failed.')
      : element(
          'span',
          {},
          interpolate(
            t('Reason: {0}', '{0}'),
            element('bdi', { class: 'reason' }, sanitizeText(reason, 600)),
          ),
        ),
  ]);
}

function summaryFacts(
  content: TransactionContent,
  route: Route,
  copy: (text: string, what: string) => void,
): HTMLElement[] {
  const { netGainsSol: sol, netGainsUsd, volumeSol, timeMilliseconds } = content;
  const isLoss = (sol ?? netGainsUsd ?? 0) < 0;
  // What a failed attempt would have gained was never there.
  const gains = content.isSuccess ? content.gains : [];
  return [
    summaryFact(
      t('Net gain'),
      element('span', { class: sol === null ? 'net' : `net ${isLoss ? 'down' : 'up'}` }, [
        sol === null
          ? t('not known')
          : `${withPlusSign(formatSignificant(Number(sol.toFixed(9))))} SOL`,
      ]),
      formatSignedUsd(netGainsUsd),
    ),
    ...gains.slice(0, 3).map(({ mint, amount }) => {
      const token = route.tokenOf(mint);
      return summaryFact(
        route.base === null || token === route.base ? t('Gross') : t('Left over'),
        amountElement(token, BigInt(amount), true),
        formatUsdValue(token, BigInt(amount)),
      );
    }),
    ...tipFacts(content, route),
    summaryFact(t('Fee'), ...feeFact(content)),
    summaryFact(
      t('Volume'),
      content.volumeUsd === null ? t('price not known') : formatUsd(content.volumeUsd),
      volumeSol === null ? null : `${formatSignificant(volumeSol)} SOL`,
    ),
    summaryFact(t('Compute units'), formatCount(content.computeUnits)),
    summaryFact(t('Block'), formatCount(content.slot)),
    summaryFact(t('Time'), ...timeFact(timeMilliseconds)),
    summaryFact(t('Wallet'), copyButton(content.wallet, t('Wallet address'), copy)),
  ];
}

/** What it came to, and beneath it what else there is to say of that. */
const summaryFact = (name: string, value: Child, more: Child = null): HTMLElement =>
  element('div', {}, [
    element('dt', {}, name),
    element('dd', {}, [
      element('span', { class: 'value' }, value),
      more !== null && more !== '' && element('span', { class: 'more' }, [' ', more]),
    ]),
  ]);

const amountElement = (token: Token, raw: bigint, isSigned: boolean): HTMLElement => {
  const words = formatExactAmount(raw, token.decimals);
  return element('bdi', {}, `${isSigned ? withPlusSign(words) : words} ${token.fullLabel}`);
};

const formatUsdValue = (token: Token, raw: bigint): string | null => {
  const worth = valueInUsd(token, raw);
  return worth === null ? null : formatUsd(worth).replace('-', '−');
};

function tipFacts({ tips: list, isSuccess }: TransactionContent, route: Route): HTMLElement[] {
  if (list.length === 0) return [summaryFact(t('Tips'), t('none'))];
  return list.map(({ provider, mint, amount }) => {
    const token = route.tokenOf(mint);
    const raw = BigInt(amount);
    return summaryFact(
      t('Tip · {0}', sanitizeText(provider, 24)),
      amountElement(token, raw, false),
      isSuccess ? formatUsdValue(token, raw) : t('taken back with the rest'),
    );
  });
}

function feeFact({ feeLamports, priorityFeeLamports }: TransactionContent): [Child, Child] {
  const whole = `${formatExactAmount(BigInt(feeLamports), 9)} SOL`;
  if (priorityFeeLamports === null) return [whole, null];
  return [whole, t('{0} of it for priority', formatExactAmount(BigInt(priorityFeeLamports), 9))];
}

function timeFact(milliseconds: number | null): [Child, Child] {
  if (milliseconds === null || !isValidTime(milliseconds)) return [t('not told'), null];
  const day = new Date(milliseconds).toISOString().slice(0, 10);
  return [
    element('time', { datetime: new Date(milliseconds).toISOString() }, [
      formatRelativeTime(milliseconds),
    ]),
    `${day} ${formatUtcTime(milliseconds)}`,
  ];
}

const formatRelativeTime = (milliseconds: number): string =>
  formatTimeAgo(milliseconds, Date.now());

/** Keeps the relative times of a page true. */
export function refreshRelativeTimes(place: Element): void {
  for (const shown of place.querySelectorAll('time')) {
    const milliseconds = Date.parse(shown.dateTime);
    if (Number.isFinite(milliseconds)) shown.textContent = formatRelativeTime(milliseconds);
  }
}
