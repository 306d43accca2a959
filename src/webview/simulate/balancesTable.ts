import { t } from '@vscode/l10n';
import { formatExactAmount, withPlusSign } from '../../api/tokenAmounts.ts';
import { element } from '../dom.ts';
import type { SimulatedBalance, SimulatedTransactionContent } from '../messages/simulate.ts';
import { copyButton } from '../route/legTable.ts';
import { shortSafeAddress } from '../route/routeModel.ts';
import { scrollingTable, table } from '../tables.ts';

export function balancesTable(
  { balances, isComplete }: SimulatedTransactionContent,
  copy: (text: string, what: string) => void,
): HTMLElement {
  if (balances.length === 0) {
    return element(
      'p',
      { class: 'dim' },
      isComplete ? t('No balance of the signers changes.') : t('Balances: unknown'),
    );
  }
  const caption = t('Balances of the signers and their token accounts');
  const columns = [t('Token'), t('Account'), t('Owner'), t('Before'), t('After'), t('Change')];
  return scrollingTable(
    caption,
    table(
      {},
      caption,
      columns,
      (at) => at > 2,
      balances.map((each) => balanceRow(each, copy)),
    ),
  );
}

function balanceRow(
  { account, owner, mint, symbol, decimals, before, after }: SimulatedBalance,
  copy: (text: string, what: string) => void,
): HTMLElement {
  const change = BigInt(after) - BigInt(before);
  const figure = (raw: bigint) => formatExactAmount(raw, decimals);
  return element('tr', {}, [
    element('th', { scope: 'row', title: mint }, [
      element('bdi', {}, mint === null ? 'SOL' : symbol || shortSafeAddress(mint)),
    ]),
    element('td', {}, copyButton(account, t('Account'), copy)),
    element('td', {}, copyButton(owner, t('Owner'), copy)),
    element('td', { class: 'figure' }, figure(BigInt(before))),
    element('td', { class: 'figure' }, figure(BigInt(after))),
    element(
      'td',
      { class: `figure ${change === 0n ? 'dim' : change < 0n ? 'down' : 'up'}` },
      withPlusSign(figure(change)),
    ),
  ]);
}
