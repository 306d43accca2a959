import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import type { SimulateContent, SimulatedTransactionContent } from '../messages/simulate.ts';
import type { UnitRow } from './callTree.ts';

export const signingLabel = (signing: SimulatedTransactionContent['signing']): string =>
  ({
    signed: t('signed, signatures not checked'),
    'partly-signed': t('partly signed, signatures not checked'),
    unsigned: t('unsigned, signatures not checked'),
  })[signing];

export const slotLabel = ({ slot }: Pick<SimulateContent, 'slot'>): string =>
  slot === null ? t('simulated, slot unknown') : t('simulated at slot {0}', formatCount(slot));

/** `TransferChecked ×2`. */
export const callDetail = ({ kind, name, count }: UnitRow): string =>
  kind === 'own-code' ? t('own code') : [name, count > 1 ? `×${count}` : ''].join(' ').trim();
