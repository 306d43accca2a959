import { t } from '@vscode/l10n';
import type { UnreadablePart } from './arbitrageRecord.ts';

export const unreadableMessage = ({ isMost, reason }: UnreadablePart): string =>
  isMost
    ? t('Blocks skipped, because most transactions are unreadable: {0}', reason)
    : t('Some transactions are unreadable and not indexed: {0}', reason);
