import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { parseSignature } from '../../solana/parseSignature.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { defaultSlotsAfter, slotsAfterChoices } from '../../webview/messages/competition.ts';
import {
  isTransactionState,
  parseTransactionRequest,
  type TransactionPageRequest,
  type TransactionPanelContent,
  type TransactionState,
} from '../../webview/messages/transaction.ts';
import { panelIds } from '../contributions/views.ts';
import type { ErrorSources } from '../idl/errorSources.ts';
import { openLink } from '../ui/openLink.ts';
import type { LoadOptions, PanelKind } from '../ui/panels/panelKind.ts';
import type { CompetitionLoader } from './competitionLoader.ts';
import type { TransactionDocuments } from './transactionDocuments.ts';
import type { TransactionLoader } from './transactionLoader.ts';

export interface TransactionPanelOptions {
  readonly loader: Pick<TransactionLoader, 'load'>;
  readonly competitions: Pick<CompetitionLoader, 'load'>;
  readonly documents: Pick<TransactionDocuments, 'open'>;
  readonly errorSources: Pick<ErrorSources, 'open'>;
}

type TransactionPanel = PanelKind<
  TransactionState,
  TransactionPanelContent,
  TransactionPageRequest
>;

export function createTransactionPanel(options: TransactionPanelOptions): TransactionPanel {
  return {
    id: panelIds.transaction,
    page: 'transaction',
    isState: (value): value is TransactionState =>
      isTransactionState(value) && parseSignature(value.signature).kind === 'signature',
    keyOf: ({ signature }) => signature,
    titleOf: ({ signature }) => t('Transaction {0}', shortAddress(signature)),
    load: (...how) => loadContent(options, ...how),
    readRequest: parseTransactionRequest,
    handle: async (request, { state, reload }) => {
      switch (request.type) {
        case 'open-document':
          await options.documents.open(
            state.signature,
            AbortSignal.timeout(documentTimeoutMilliseconds),
          );
          return;
        case 'open-error':
          await options.errorSources.open(request.source);
          return;
        case 'load-competition':
          reload(request);
          return;
        default:
          await openLink(request);
      }
    },
  };
}

/** The competition is loaded when the page asks for it, and again with a refresh. */
async function loadContent(
  { loader, competitions }: TransactionPanelOptions,
  { signature, competitionAt }: TransactionState,
  options: LoadOptions,
  request?: TransactionPageRequest,
  shown: TransactionPanelContent | null = null,
): Promise<TransactionPanelContent> {
  if (request?.type === 'load-competition' && shown !== null) {
    const after = slotsAfterChoices.find((choice) => choice === request.after);
    const slotsAfter = after ?? defaultSlotsAfter;
    return { ...shown, competition: await competitions.load(signature, slotsAfter, options) };
  }
  const transaction = await loader.load(signature, options).catch((error: unknown) => {
    // A landing that expired is in no index; its competition says what is known.
    if (competitionAt === undefined || !MarketError.is(error, 'not-found')) throw error;
    return null;
  });
  const known = shown?.competition ?? null;
  const isRefreshed = known?.kind === 'loaded' && options.forceRefresh === true;
  const competition = isRefreshed
    ? await competitions.load(signature, known.slotsAfter, options)
    : known;
  return { signature, transaction, competition, competitionAt: competitionAt ?? null };
}

const documentTimeoutMilliseconds = 60_000;
