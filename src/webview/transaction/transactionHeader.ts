import { t } from '@vscode/l10n';
import {
  formatCount,
  formatLamportsAsSol,
  formatTimeAgo,
  formatUsd,
  formatUtcDateTime,
} from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { formatSignificant, withPlusSign } from '../../api/tokenAmounts.ts';
import { type Child, element } from '../dom.ts';
import { interpolate } from '../interpolate.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { netAfterPayments, tipLabel } from '../route/gainBreakdown.ts';
import { copyButton } from '../route/legTable.ts';
import {
  formatExact,
  formatSignedSol,
  formatSignedUsd,
  isValidTime,
  transactionTypeLabel,
} from '../route/routeLabels.ts';
import { type Route, valueInUsd } from '../route/routeModel.ts';

export function transactionHeader(
  content: TransactionContent,
  route: Route,
  copy: (text: string, what: string) => void,
): HTMLElement {
  const { bot } = content;
  return element('header', { class: 'head' }, [
    element('div', { class: 'title' }, [
      element('h1', {}, transactionTypeLabel(content.type)),
      copyButton(content.signature, t('Signature'), copy),
      element('span', { class: `mark ${content.isSuccess ? 'good' : 'bad'}` }, [
        content.isSuccess ? t('✓ succeeded') : t('✗ failed'),
      ]),
      element('span', { class: 'mark' }, [
        content.isSimulated ? t('Sandbox: simulated data') : sanitizeText(content.source, 60),
      ]),
      bot !== null &&
        bot.family !== bot.program &&
        element('span', { class: 'mark', title: bot.program }, botName(bot)),
    ]),
    content.sourceNote !== '' && element('p', { class: 'note' }, content.sourceNote),
    content.isSuccess ? null : failureNote(content),
    element('dl', { class: 'facts' }, summaryFacts(content, route, copy)),
  ]);
}

const botName = ({ name, family }: NonNullable<TransactionContent['bot']>): string =>
  name === '' ? t('{0} bot', sanitizeText(family, 30)) : sanitizeText(name, 40);

function failureNote({ failure: reason, feeLamports }: TransactionContent): HTMLElement {
  return element('p', { class: 'failure', role: 'note' }, [
    element(
      'strong',
      {},
      feeLamports === '0'
        ? t('Nothing lost: the transaction paid no fee.')
        : t('Lost: {0} (fee only).', formatLamportsAsSol(BigInt(feeLamports))),
    ),
    ' ',
    ...(reason === null
      ? [t('The service does not report why it failed.')]
      : interpolate(
          t('Reason: {0}', '{0}'),
          element('bdi', { class: 'reason' }, sanitizeText(reason, 600)),
        )),
  ]);
}

function summaryFacts(
  content: TransactionContent,
  route: Route,
  copy: (text: string, what: string) => void,
): HTMLElement[] {
  const { isSuccess, netGainsSol: sol, netGainsUsd, volumeUsd, volumeSol } = content;
  const after = netAfterPayments(content, route);
  const amountFact = (name: string, mint: string, raw: bigint, isGain: boolean) => {
    const token = route.tokenOf(mint);
    const amount = formatExact(token, raw, 'human');
    const usd = valueInUsd(token, raw);
    const worth = usd === null ? null : formatUsd(usd);
    const shown = element('bdi', {}, isGain ? withPlusSign(amount) : amount);
    return summaryFact(name, shown, isGain || isSuccess ? worth : t('rolled back'));
  };
  return [
    summaryFact(t('Net gain'), netAmount(sol, 'net '), formatSignedUsd(netGainsUsd)),
    after !== null &&
      summaryFact(
        t('Net gain after other payments'),
        netAmount(after.sol),
        formatSignedUsd(after.usd),
      ),
    // A failed attempt has no gains.
    ...(isSuccess ? content.gains : []).slice(0, 3).map(({ mint, amount }) => {
      const isBase = route.base === null || mint === route.base.mint;
      return amountFact(isBase ? t('Gross') : t('Left over'), mint, BigInt(amount), true);
    }),
    ...content.tips.map(({ provider, mint, amount }) =>
      amountFact(tipLabel(provider), mint, BigInt(amount), false),
    ),
    content.tips.length === 0 && summaryFact(t('Tips'), t('none')),
    feeFact(content),
    summaryFact(
      t('Volume'),
      volumeUsd === null ? t('price unknown') : formatUsd(volumeUsd),
      volumeSol === null ? null : `${formatSignificant(volumeSol)} SOL`,
    ),
    summaryFact(
      t('Compute units'),
      content.computeUnits === null ? t('unknown') : formatCount(content.computeUnits),
    ),
    summaryFact(t('Slot'), formatCount(content.slot)),
    content.version !== null && summaryFact(t('Version'), content.version),
    timeFact(content),
    summaryFact(t('Wallet'), copyButton(content.wallet, t('Wallet address'), copy)),
    content.bot !== null &&
      summaryFact(
        t('Bot program'),
        copyButton(content.bot.program, t('Bot program address'), copy),
        content.bot.family === content.bot.program ? t('unlabeled') : null,
      ),
  ].filter((fact) => fact !== false);
}

const summaryFact = (name: string, value: Child, more: Child = null): HTMLElement =>
  element('div', {}, [
    element('dt', {}, name),
    element('dd', {}, [
      element('span', { class: 'value' }, value),
      more !== null && element('span', { class: 'more' }, [' ', more]),
    ]),
  ]);

const netAmount = (sol: number | null, style = ''): HTMLElement => {
  const tone = !sol ? '' : sol < 0 ? 'down' : 'up';
  const amount = sol === null ? t('unknown') : formatSignedSol(sol);
  return element('span', { class: `${style}${tone}` }, amount);
};

const feeFact = ({ feeLamports, priorityFeeLamports: priority }: TransactionContent) =>
  summaryFact(
    t('Fee'),
    formatLamportsAsSol(BigInt(feeLamports)),
    priority === null ? null : t('{0} priority', formatLamportsAsSol(BigInt(priority))),
  );

function timeFact({ timeMilliseconds: time }: TransactionContent): HTMLElement {
  if (time === null || !isValidTime(time)) return summaryFact(t('Time'), t('unknown'));
  const datetime = new Date(time).toISOString();
  const ago = element('time', { datetime }, formatTimeAgo(time, Date.now()));
  return summaryFact(t('Time'), ago, formatUtcDateTime(time));
}

export function refreshRelativeTimes(place: Element): void {
  for (const shown of place.querySelectorAll('time')) {
    const milliseconds = Date.parse(shown.dateTime);
    shown.textContent = formatTimeAgo(milliseconds, Date.now());
  }
}
