import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import { clock, count, timeAgo, usd } from '../../interface/figures.ts';
import { exactAmount, signed, significant } from '../../interface/tokenAmounts.ts';
import { type Child, element } from '../dom.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { sentence } from '../sentence.ts';
import { copyButton } from './legTable.ts';
import { type Route, type Token, usdOf } from './routeModel.ts';
import { className, isDate, signedUsd } from './words.ts';

/** What the transaction is and came to, at a glance. */
export function header(
  content: TransactionContent,
  route: Route,
  copy: (text: string, what: string) => void,
): HTMLElement {
  return element(
    'header',
    { class: 'head' },
    element(
      'div',
      { class: 'title' },
      element('h1', {}, className(content.type)),
      copyButton(content.signature, t('Signature'), copy),
      element(
        'span',
        { class: `mark ${content.isSuccess ? 'good' : 'bad'}` },
        content.isSuccess ? t('✓ succeeded') : t('✗ failed'),
      ),
      content.isSimulated && element('span', { class: 'mark' }, t('Sandbox: simulated data')),
      !content.isSimulated && element('span', { class: 'mark' }, visibleText(content.source, 60)),
      content.bot !== null &&
        element('span', { class: 'mark', title: content.bot.program }, botWords(content.bot)),
    ),
    content.sourceNote !== '' && element('p', { class: 'note' }, content.sourceNote),
    content.isSuccess ? null : failure(content),
    element('dl', { class: 'facts' }, ...facts(content, route, copy)),
  );
}

const botWords = ({ family, name }: NonNullable<TransactionContent['bot']>): string =>
  name === '' ? t('{0} bot', visibleText(family, 30)) : visibleText(name, 40);

function failure({ failure: reason, feeLamports }: TransactionContent): HTMLElement {
  return element(
    'p',
    { class: 'failure', role: 'note' },
    element('strong', {}, t('Lost: fee only.')),
    ' ',
    t(
      'The fee of {0} SOL was paid; everything else was taken back.',
      exactAmount(BigInt(feeLamports), 9),
    ),
    ' ',
    reason === null
      ? t('The service does not tell why it failed.')
      : element(
          'span',
          {},
          ...sentence(
            t('Reason: {0}', '{0}'),
            element('bdi', { class: 'reason' }, visibleText(reason, 600)),
          ),
        ),
  );
}

function facts(
  content: TransactionContent,
  route: Route,
  copy: (text: string, what: string) => void,
): HTMLElement[] {
  const { netGainsSol: sol, netGainsUsd, volumeSol, timeMilliseconds } = content;
  const isLoss = (sol ?? netGainsUsd ?? 0) < 0;
  // What a failed attempt would have gained was never there.
  const gains = content.isSuccess ? content.gains : [];
  return [
    fact(
      t('Net gain'),
      element(
        'span',
        { class: sol === null ? 'net' : `net ${isLoss ? 'down' : 'up'}` },
        sol === null ? t('not known') : `${signed(significant(Number(sol.toFixed(9))))} SOL`,
      ),
      signedUsd(netGainsUsd),
    ),
    ...gains.slice(0, 3).map(({ mint, amount }) => {
      const token = route.tokenOf(mint);
      return fact(
        route.base === null || token === route.base ? t('Gross') : t('Left over'),
        amountOf(token, BigInt(amount), true),
        usdWords(token, BigInt(amount)),
      );
    }),
    ...tips(content, route),
    fact(t('Fee'), ...fee(content)),
    fact(
      t('Volume'),
      content.volumeUsd === null ? t('price not known') : usd(content.volumeUsd),
      volumeSol === null ? null : `${significant(volumeSol)} SOL`,
    ),
    fact(t('Compute units'), count(content.computeUnits)),
    fact(t('Block'), count(content.slot)),
    fact(t('Time'), ...time(timeMilliseconds)),
    fact(t('Wallet'), copyButton(content.wallet, t('Wallet address'), copy)),
  ];
}

/** What it came to, and beneath it what else there is to say of that. */
const fact = (name: string, value: Child, more: Child = null): HTMLElement =>
  element(
    'div',
    {},
    element('dt', {}, name),
    element(
      'dd',
      {},
      element('span', { class: 'value' }, value),
      more !== null && more !== '' && element('span', { class: 'more' }, ' ', more),
    ),
  );

const amountOf = (token: Token, raw: bigint, isSigned: boolean): HTMLElement => {
  const words = exactAmount(raw, token.decimals);
  return element('bdi', {}, `${isSigned ? signed(words) : words} ${token.fullLabel}`);
};

const usdWords = (token: Token, raw: bigint): string | null => {
  const worth = usdOf(token, raw);
  return worth === null ? null : usd(worth).replace('-', '−');
};

function tips({ tips: list, isSuccess }: TransactionContent, route: Route): HTMLElement[] {
  if (list.length === 0) return [fact(t('Tips'), t('none'))];
  return list.map(({ provider, mint, amount }) => {
    const token = route.tokenOf(mint);
    const raw = BigInt(amount);
    return fact(
      t('Tip · {0}', visibleText(provider, 24)),
      amountOf(token, raw, false),
      isSuccess ? usdWords(token, raw) : t('taken back with the rest'),
    );
  });
}

function fee({ feeLamports, priorityFeeLamports }: TransactionContent): [Child, Child] {
  const whole = `${exactAmount(BigInt(feeLamports), 9)} SOL`;
  if (priorityFeeLamports === null) return [whole, null];
  return [whole, t('{0} of it for priority', exactAmount(BigInt(priorityFeeLamports), 9))];
}

function time(milliseconds: number | null): [Child, Child] {
  if (milliseconds === null || !isDate(milliseconds)) return [t('not told'), null];
  const day = new Date(milliseconds).toISOString().slice(0, 10);
  return [
    element('time', { datetime: new Date(milliseconds).toISOString() }, relative(milliseconds)),
    `${day} ${clock(milliseconds)}`,
  ];
}

const relative = (milliseconds: number): string => timeAgo(milliseconds, Date.now());

/** Keeps the relative times of a page true. */
export function refreshTimes(place: Element): void {
  for (const shown of place.querySelectorAll('time')) {
    const milliseconds = Date.parse(shown.dateTime);
    if (Number.isFinite(milliseconds)) shown.textContent = relative(milliseconds);
  }
}
