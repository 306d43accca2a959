import { t } from '@vscode/l10n';
import type { PostMessages } from '../http/transportErrors.ts';

/** For every failure of a landing behind its sending. */
export const possiblySentMessage = t(
  'The service may have accepted the transaction. Look up its signature before you send it again.',
);

export const landingMessages: PostMessages = {
  notSent: t('The transaction was not sent.'),
  possiblySent: possiblySentMessage,
  redirected: t(
    'The service redirects, and a transaction is never sent twice. Check the landing URL. {0}',
    possiblySentMessage,
  ),
};
