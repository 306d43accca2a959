import type {
  TransactionContent,
  TransactionPanelContent,
} from '../../../../src/webview/messages/transaction.ts';

/** What the transaction panel sends to its page. */
export const panelContent = (
  transaction: TransactionContent,
  members: Partial<TransactionPanelContent> = {},
): TransactionPanelContent => ({
  signature: transaction.signature,
  transaction,
  competition: null,
  competitionAt: null,
  ...members,
});
