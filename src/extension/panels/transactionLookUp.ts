import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import { MarketError } from '../../interface/marketError.ts';
import type { TransactionDetail } from '../../interface/transaction.ts';
import type { CallAnswer } from '../../market/callProtocol.ts';
import type { TransactionRequest } from '../../market/nodeProtocol.ts';
import type { TransactionContent } from '../../webview/messages/transaction.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { ConnectionStore } from '../connection/connectionStore.ts';
import type { Connection, NodeConnection } from '../connection/connections.ts';
import type { MarketConnection } from '../connection/marketConnection.ts';
import { readCallAnswer } from '../connection/readMessages.ts';
import { asMarketError } from '../errors/remedy.ts';
import type { LoadOptions } from './panelKind.ts';
import { transactionContent } from './transactionContent.ts';

export interface TransactionLookUpOptions {
  readonly active: Pick<ActiveConnection, 'service' | 'current' | 'settingsOf'>;
  readonly market: Pick<MarketConnection, 'request'>;
  readonly store: Pick<ConnectionStore, 'all'>;
}

/**
 * Finds what a panel shows of a transaction: the connection in use is asked, and where it is a
 * service that does not know the signature, a node that the user has set up, which says so.
 */
export class TransactionLookUp {
  readonly #options: TransactionLookUpOptions;

  constructor(options: TransactionLookUpOptions) {
    this.#options = options;
  }

  /** Throws a MarketError. */
  async find(signature: string, options: LoadOptions): Promise<TransactionContent> {
    const { active } = this.#options;
    // The connection that answers, whatever is chosen meanwhile.
    const { current } = active;
    try {
      return await this.#ask(current, signature, options);
    } catch (error) {
      const node = current.kind === 'service' ? this.#node() : undefined;
      if (!MarketError.is(error, 'not-found') || node === undefined) throw error;
      options.report(t('{0} does not know it: asking {1}…', current.name, node.name));
      try {
        return await this.#askNode(current, node, signature, options.signal);
      } catch (failure) {
        throw bothFailed(current, node, failure);
      }
    }
  }

  async #ask(
    { name, kind }: Connection,
    signature: string,
    { signal, report, isFresh = false }: LoadOptions,
  ): Promise<TransactionContent> {
    const notes: string[] = [];
    const answer = await this.#options.active.service.transaction(
      { signature },
      {
        signal,
        isFresh,
        onWaiting: ({ nextCallInSeconds }) => {
          report(t('Waiting for its turn: next call in {0} s', nextCallInSeconds));
        },
        onAnswer: (about) => notes.push(...faultWords(about)),
      },
    );
    if (answer.from_node === true) {
      notes.unshift(
        t('Not in the index: fetched from the node and decoded here. Each price has its own time.'),
      );
    }
    const source = { name, isSimulated: kind === 'sandbox', note: notes.join(' ') };
    return transactionContent(answer, source, Date.now());
  }

  #node(): NodeConnection | undefined {
    return this.#options.store.all.find((one) => one.kind === 'node');
  }

  async #askNode(
    service: Connection,
    node: NodeConnection,
    signature: string,
    signal: AbortSignal,
  ): Promise<TransactionContent> {
    const { active, market } = this.#options;
    const request: TransactionRequest = { settings: await active.settingsOf(node), signature };
    const { result } = readCallAnswer(await market.request('readTransaction', request, { signal }));
    const note = t(
      '{0} does not know this signature: it was fetched from the node {1} and decoded here. Figures in USD are at the prices of its own swaps alone.',
      service.name,
      node.name,
    );
    // The process decoded it itself, and speaks the same language.
    const answer = result as TransactionDetail;
    return transactionContent(answer, { name: node.name, isSimulated: false, note }, Date.now());
  }
}

/** What came of asking both; the kind is the node's, for that is where something can be done. */
function bothFailed(service: Connection, node: NodeConnection, failure: unknown): MarketError {
  const { kind, message } = asMarketError(failure);
  const words =
    kind === 'not-found'
      ? t('{0} does not know this signature. {1}: {2}', service.name, node.name, message)
      : t(
          '{0} does not know this signature, and the node {1} did not tell it: {2}',
          service.name,
          node.name,
          message,
        );
  return new MarketError(kind, words, { cause: failure });
}

const faultWords = ({ faults = [] }: Omit<CallAnswer, 'result'>): string[] =>
  faults.length === 0
    ? []
    : [
        t(
          'Left out, for it cannot be read: {0}',
          faults.map(({ message }) => visibleText(message, 200)).join(' '),
        ),
      ];
