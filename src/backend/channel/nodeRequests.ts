import { t } from '@vscode/l10n';
import { competition } from '../../api/arbscope/competition.ts';
import type { RecordedNames } from '../../api/arbscope/idlNames.ts';
import { MarketError } from '../../api/marketError.ts';
import { checkParameters, validateParameters } from '../../api/validation.ts';
import type { RpcBlockTransaction, RpcTransaction } from '../../engine/decode/rpcBlock.ts';
import { readIdlTexts } from '../../engine/idl/chainIdl.ts';
import {
  createCompetitionCache,
  handleCompetition,
} from '../../engine/operations/arbscope/competition.ts';
import { transactionDetailOfFetched } from '../../engine/operations/transaction.ts';
import { PriceTracker } from '../../engine/prices/priceTracker.ts';
import { fetchTransaction } from '../../engine/rpc/rpcMethods.ts';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import { canonicalJson, parseConnectionSettings } from '../connectionBase/connectionSettings.ts';
import { networkOptions } from '../connections/networkOptions.ts';
import type {
  CallResponse,
  CompetitionRequest,
  NodeTransactionResponse,
  TransactionRequest,
} from '../protocol/callProtocol.ts';
import type { NodeSettings } from '../protocol/connectionProtocol.ts';
import { type ConnectionCallOptions, marketCallOptions } from '../queue/connectionCallOptions.ts';
import type { IdlChain } from './chainIdls.ts';
import type { NodeSources } from './nodeSources.ts';

/** Decodes one transaction of a node without opening or indexing anything. Throws a MarketError. */
export async function fetchNodeTransaction(
  request: TransactionRequest,
  name: (transaction: RpcBlockTransaction, chain: IdlChain) => Promise<RecordedNames>,
  signal: AbortSignal,
): Promise<NodeTransactionResponse> {
  const transaction = await fetchFromNode(request, signal);
  const result = transactionDetailOfFetched(transaction, null);
  return { result, names: await name(transaction, chainOf(request.settings)) };
}

/** A node that is not open. */
const chainOf = (settings: object): IdlChain => ({
  connectionId: canonicalJson(settings),
  connection: {
    idlTexts: async (programs, signal) => {
      const source = new RpcSource(nodeOf(settings));
      try {
        return await readIdlTexts(source.accountReader, programs, signal);
      } finally {
        await source.close();
      }
    },
  },
});

async function fetchFromNode(
  request: TransactionRequest,
  signal: AbortSignal,
): Promise<RpcTransaction> {
  const node = nodeOf(request.settings);
  const { signature } = validateParameters('transaction', { signature: request.signature });
  const transaction = await fetchTransaction(node, signature, signal);
  if (transaction === null) {
    throw new MarketError('not-found', t('The node does not know this signature.'), {
      parameter: 'signature',
    });
  }
  return transaction;
}

/** Reads the competition for an arbitrage from the blocks of a node that is not open. */
export class NodeCompetitions {
  /** For all nodes: a block is the same from each. */
  readonly #cache = createCompetitionCache();
  readonly #nodes: Pick<NodeSources, 'of'>;

  constructor(nodes: Pick<NodeSources, 'of'>) {
    this.#nodes = nodes;
  }

  /** Without an index only SOL has a price. Throws a MarketError. */
  async read(
    { settings, parameters: given }: CompetitionRequest,
    options: Pick<ConnectionCallOptions, 'signal' | 'onProgress'>,
  ): Promise<CallResponse> {
    const parameters = checkParameters<typeof competition>(competition, given);
    const { slotReader, accountReader } = this.#nodes.of(nodeSettings(settings));
    const store = { prices: new PriceTracker(), findTransaction: async () => null };
    const context = { store, tokens: new Map(), slotReader, accountReader };
    const called = marketCallOptions(options);
    return { result: await handleCompetition(context, this.#cache, parameters, called) };
  }
}

function nodeOf(given: unknown) {
  const settings = nodeSettings(given);
  return { url: settings.rpcUrl, network: networkOptions(settings) };
}

function nodeSettings(given: unknown): NodeSettings {
  const settings = parseConnectionSettings(given);
  if (settings.kind === 'node') return settings;
  throw new MarketError(
    'bad-parameter',
    t('Only a Node connection can fetch a transaction from the chain.'),
  );
}
