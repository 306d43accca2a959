import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { element } from '../dom.ts';
import type { AttemptContent, TransactionContent } from '../messages/transaction.ts';
import { copyButton } from '../route/legTable.ts';
import { formatExact } from '../route/routeLabels.ts';
import type { Route } from '../route/routeModel.ts';
import { table } from '../tables.ts';

/** The pools that the bot's instruction lists, used or not; `null` without a bot. */
export function triedPools(
  { attempt }: TransactionContent,
  route: Route,
  copy: (text: string, what: string) => void,
): HTMLElement | null {
  if (attempt === null) return null;
  if (attempt === 'unknown') {
    return element('p', { class: 'note' }, [
      t('Pools tried: unknown. Only the instructions of SMB and NotArb are read.'),
    ]);
  }
  const { pools, unknownPools } = attempt;
  const rows = pools.map(({ pool, amm, ammName, isUsed }) =>
    element('tr', {}, [
      element('td', { title: amm }, [
        element('bdi', {}, ammName === '' ? t('unknown') : sanitizeText(ammName, 40)),
      ]),
      element('td', {}, [copyButton(pool, t('Pool address'), copy)]),
      element('td', {}, isUsed ? t('used') : t('not used')),
    ]),
  );
  const columns = ['AMM', t('Pool'), t('Use')];
  return element('div', {}, [
    pools.length > 0 && table({ class: 'legs' }, t('Pools tried'), columns, () => false, rows),
    unknownPools > 0 &&
      element('p', { class: 'note' }, [
        pools.length === 0
          ? t('Pools tried: {0}, none of them recognized.', formatCount(unknownPools))
          : t('At least {0} more, which are not recognized.', formatCount(unknownPools)),
      ]),
    attempt.parameters !== null && parametersList(attempt.parameters, route),
  ]);
}

function parametersList(
  parameters: NonNullable<AttemptContent['parameters']>,
  route: Route,
): HTMLElement {
  const { minimumProfit, baseMint, computeUnitLimit, noFailure, flashLoan } = parameters;
  const least = formatExact(route.tokenOf(baseMint), BigInt(minimumProfit), 'human');
  const yesOrNo = (isSet: boolean): string => (isSet ? t('yes') : t('no'));
  const fact = (name: string, value: string): HTMLElement =>
    element('div', {}, [
      element('dt', {}, name),
      element('dd', {}, element('bdi', { class: 'value' }, value)),
    ]);
  return element('dl', { class: 'facts' }, [
    fact(t('Minimum profit'), least),
    fact(t('Compute unit limit'), formatCount(computeUnitLimit)),
    fact(t('No-failure mode'), yesOrNo(noFailure)),
    fact(t('Flash loan'), yesOrNo(flashLoan)),
  ]);
}
