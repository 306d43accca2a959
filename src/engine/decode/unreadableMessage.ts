import { t } from '@vscode/l10n';
import type { UnreadablePart } from './arbitrageRecord.ts';

export function unreadableMessage({ isMost, isOfBlock, reason }: UnreadablePart): string {
  if (isOfBlock === true) return isMost ? t('Blocks skipped: {0}', reason) : reason;
  return isMost
    ? t('Blocks skipped, because most transactions are unreadable: {0}', reason)
    : t('Some transactions are unreadable and not indexed: {0}', reason);
}
