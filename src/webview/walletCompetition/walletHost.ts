import type { WalletRequest } from '../messages/wallet.ts';
import type { PageHost } from '../renderPage.tsx';

/** What the section sends to its panel. */
export type WalletHost = Pick<PageHost<WalletRequest>, 'send'>;
