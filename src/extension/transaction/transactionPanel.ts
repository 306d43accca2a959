import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { parseSignature } from '../../solana/parseSignature.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  isTransactionState,
  parseTransactionRequest,
  type RelatedKind,
  type TransactionContent,
  type TransactionPageRequest,
  type TransactionState,
} from '../../webview/messages/transaction.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';
import { panelIds } from '../contributions/views.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { PanelKind } from '../ui/panels/panelKind.ts';
import type { TransactionDocuments } from './transactionDocuments.ts';
import type { TransactionLoader } from './transactionLoader.ts';

export function createTransactionPanel(
  loader: Pick<TransactionLoader, 'load'>,
  documents: Pick<TransactionDocuments, 'open'>,
): PanelKind<TransactionState, TransactionContent, TransactionPageRequest> {
  return {
    id: panelIds.transaction,
    page: 'transaction',
    isState: (value): value is TransactionState =>
      isTransactionState(value) && parseSignature(value.signature).kind === 'signature',
    keyOf: ({ signature }) => signature,
    titleOf: ({ signature }) => t('Transaction {0}', shortAddress(signature)),
    load: ({ signature }, options) => loader.load(signature, options),
    readRequest: parseTransactionRequest,
    handle: async (request, { state }) => {
      if (request.type === 'open-document') {
        await documents.open(state.signature, AbortSignal.timeout(documentTimeoutMilliseconds));
        return;
      }
      if (request.type === 'open-related') {
        if (isAddress(request.id)) await related[request.kind](request.id);
        return;
      }
      await openExplorer(request.what, request.id);
    },
  };
}

const related: Readonly<Record<RelatedKind, (id: string) => PromiseLike<unknown>>> = {
  wallet: (id) => executeCommand('arbscope.openWallet', id),
  token: (id) => executeCommand('arbscope.openToken', id),
  amm: (id) => executeCommand('arbscope.showArbitrages', { amms: [id] }),
  pool: (id) => executeCommand('arbscope.openPool', id),
};

const documentTimeoutMilliseconds = 60_000;
