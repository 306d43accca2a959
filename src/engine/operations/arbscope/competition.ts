import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import { type Competition, competitionSlots } from '../../../api/arbscope/competition.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { encodeBase58 } from '../../../solana/base58.ts';
import type { SlotReader } from '../../chain/slotReader.ts';
import { findCompetition } from '../../competition/findCompetition.ts';
import { readUnlanded } from '../../competition/unlanded.ts';
import { UnreadableTransactionError } from '../../decode/message.ts';
import { noNodeMessage } from '../operationContext.ts';
import type { CompetitionContext } from './arbscopeContext.ts';
import { type ReadWindow, readCompetitionWindow, readLeaders } from './competitionWindow.ts';
import { readTransactionParameter } from './readTransactionParameter.ts';
import { leaderMembers, toCompetition } from './toCompetition.ts';

type CompetitionParameters = ParametersOf<ArbscopeOperations['competition']>;

/** Of landed transactions, whose blocks were all read: a block does not change. */
export type CompetitionCache = LRUCache<string, Competition>;
export const createCompetitionCache = (): CompetitionCache => new LRUCache({ max: 100 });

/** Throws a MarketError: `not-offered` without blocks, `not-found` without an attempt. */
export async function handleCompetition(
  context: CompetitionContext,
  cache: CompetitionCache,
  parameters: CompetitionParameters,
  options: MarketCallOptions = {},
): Promise<Competition> {
  const { signature } = parameters;
  const { before = competitionSlots.before, after = competitionSlots.after } = parameters;
  if (before + after > competitionSlots.maximum) {
    throw new MarketError(
      'bad-parameter',
      t(
        'before and after are {0} slots together; the limit is {1}.',
        before + after,
        competitionSlots.maximum,
      ),
      { parameter: 'after' },
    );
  }
  if ((parameters.transaction === undefined) !== (parameters.slot === undefined)) {
    throw new MarketError('bad-parameter', t('transaction and slot go together.'), {
      parameter: 'slot',
    });
  }
  const key = `${signature} ${before} ${after}`;
  const signal = options.signal ?? new AbortController().signal;
  const known = cache.get(key);
  if (known?.leaders_reason === '') return known;
  const reader = slotReaderOf(context);
  if (known !== undefined) {
    const completed = await withLeaders(known, reader, signal);
    cache.set(key, completed);
    return completed;
  }
  const indexed = await context.store.findTransaction(signature, { signal });
  const landed = await reader.slotOf(signature, indexed?.record.slot ?? null, signal);
  const unlanded = landed === null ? await readOffered(context, parameters, signal) : null;
  const slot = landed ?? unlanded?.slot ?? 0;
  const window = await readCompetitionWindow(
    reader,
    { first: Math.max(0, slot - before), last: slot + after },
    { signal, onBlocks: options.onBlocks },
  );
  const blocks = window.slots.flatMap(({ block }) => block ?? []);
  const position = blocks.find((block) => block.slot === slot)?.transactionCount ?? 0;
  // Without any block, that nobody is in them would say nothing.
  if (window.slots.every(({ state }) => state === 'unknown')) {
    throw notFound(window, slot, signature);
  }
  const offered = unlanded && readChecked({ ...unlanded, position });
  const found = findCompetition({ blocks, slotsAfter: after }, signature, offered);
  if (found === null) throw notFound(window, slot, signature);
  const competition = toCompetition(context, window, found);
  const isFinal = unlanded === null && window.slots.every(({ state }) => state !== 'unknown');
  if (isFinal) cache.set(key, competition);
  return competition;
}

/** The node may tell them by now. */
async function withLeaders(
  competition: Competition,
  reader: SlotReader,
  signal: AbortSignal,
): Promise<Competition> {
  const { slots } = competition;
  const { leaders, reason } = await readLeaders(reader, slots[0]?.slot ?? 0, slots.length, signal);
  return {
    ...competition,
    slots: slots.map((each, at) => ({ ...each, ...leaderMembers(leaders[at] ?? null) })),
    leaders_reason: reason,
  };
}

/** Throws a MarketError of kind `not-offered`. */
export function slotReaderOf({
  slotReader,
  lacksNode = false,
}: Pick<CompetitionContext, 'slotReader' | 'lacksNode'>): SlotReader {
  if (slotReader !== undefined) return slotReader;
  throw new MarketError(
    'not-offered',
    lacksNode
      ? noNodeMessage()
      : t('This connection has no blocks. Use the Sandbox or a Node connection.'),
  );
}

/** What never reached a block, from the parameters. Throws a MarketError. */
async function readOffered(
  { accountReader, lookupTable }: CompetitionContext,
  { signature, transaction: text, slot }: CompetitionParameters,
  signal: AbortSignal,
) {
  if (text === undefined || slot === undefined) {
    throw new MarketError(
      'not-found',
      t(
        'Transaction {0} was not found. If it never reached a block, pass its bytes and its slot.',
        signature,
      ),
      { parameter: 'signature' },
    );
  }
  const { bytes, transaction } = readTransactionParameter(text, 'transaction');
  if (encodeBase58(transaction.signatures[0] ?? new Uint8Array()) !== signature) {
    throw new MarketError('bad-parameter', t('The transaction has another signature.'), {
      parameter: 'transaction',
    });
  }
  const writable: string[] = [];
  const readonly: string[] = [];
  for (const { table, writableIndexes, readonlyIndexes } of transaction.lookups) {
    const addresses =
      lookupTable?.(table) ?? (await accountReader?.getLookupTable(table, signal)) ?? [];
    const at = (index: number): string => addresses[index] ?? unreadTable(table);
    writable.push(...Array.from(writableIndexes, at));
    readonly.push(...Array.from(readonlyIndexes, at));
  }
  return { bytes, transaction, loaded: { writable, readonly }, slot };
}

/** Throws a MarketError of kind `bad-parameter` for values that no chain has, such as a huge fee. */
function readChecked(one: Parameters<typeof readUnlanded>[0]): ReturnType<typeof readUnlanded> {
  try {
    return readUnlanded(one);
  } catch (error) {
    if (!(error instanceof UnreadableTransactionError)) throw error;
    throw new MarketError(
      'bad-parameter',
      t('The transaction could not be read: {0}.', error.message),
      { parameter: 'transaction' },
    );
  }
}

function unreadTable(table: string): never {
  throw new MarketError('not-found', t('Lookup table {0} could not be read.', table));
}

function notFound({ slots }: ReadWindow, slot: number, signature: string): MarketError {
  const own = slots.find((each) => each.slot === slot);
  if (own?.state === 'unknown') {
    return new MarketError('not-found', t('Slot {0} could not be read: {1}.', slot, own.reason));
  }
  const { transactions = [], unreadable = 0 } = own?.block ?? {};
  if (unreadable > 0 && transactions.every((each) => each.signature !== signature)) {
    return new MarketError(
      'not-found',
      t(
        '{0} transactions of slot {1} could not be read; {2} may be one.',
        unreadable,
        slot,
        signature,
      ),
    );
  }
  return new MarketError(
    'not-found',
    t('{0} is no arbitrage and no attempt at one, as far as its instructions show.', signature),
    { parameter: 'signature' },
  );
}
