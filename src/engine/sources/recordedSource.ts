import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { MarketError } from '../../api/marketError.ts';
import { fileError } from '../base/fileError.ts';
import type { BlockSource, SourceBlock, SourceToken } from '../chain/blockSource.ts';
import type { SlotReader } from '../chain/slotReader.ts';
import type { UnreadablePart } from '../decode/arbitrageRecord.ts';
import { signatureOf } from '../decode/decodeTransaction.ts';
import { type ChainFile, readChainFile } from '../decode/readChainFile.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';
import { unreadableMessage } from '../decode/unreadableMessage.ts';
import { type BlockPlace, RecordedSlotReader } from './recordedSlotReader.ts';

type RecordedEntry = { readonly slot: number; readonly files: NamedFile[] } & (
  | { readonly index: number }
  | { readonly transactions: RpcTransaction[] }
);

const noContent: ChainFile = { entries: [], refusals: [] };

/** If nothing can be read, explicitly named files are an error; others in a folder are not. */
interface NamedFile {
  readonly file: string;
  readonly isFromFolder: boolean;
}

/** `paths`: if empty, only the stored blocks. */
export class RecordedSource implements BlockSource {
  readonly kind = 'recorded';
  /** Blocks in each file that were not refused so far. */
  readonly #readable = new Map<NamedFile, number>();
  readonly slotReader: SlotReader;
  /** Where the block of a slot is, and the slot of the block before it. */
  readonly #places = new Map<number, BlockPlace>();
  readonly #paths: readonly string[];
  readonly #onSkipped: (reason: string) => void;

  /** `onSkipped`: for files that cannot be read while others can, and for parts of files. */
  constructor(paths: readonly string[], onSkipped: (reason: string) => void = () => undefined) {
    this.#paths = paths;
    this.#onSkipped = onSkipped;
    this.slotReader = new RecordedSlotReader(this.#places);
  }

  async *history(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    const files = await listFiles(this.#paths);
    const entries = await this.#order(files, signal);
    if (entries.length === 0 && this.#paths.length > 0) {
      throw new MarketError(
        'bad-parameter',
        `There is no recorded block or transaction in ${this.#paths.join(', ')}.`,
        { parameter: 'path' },
      );
    }
    let latest = { path: '', read: noContent };
    for (const entry of entries) {
      signal.throwIfAborted();
      const { files } = entry;
      const onUnreadable = (part: UnreadablePart) => this.#reportUnreadable(files, part);
      if ('transactions' in entry) {
        yield { ...blockOfTransactions(entry.slot, entry.transactions), onUnreadable };
        continue;
      }
      const path = files[0]?.file ?? '';
      if (latest.path !== path) latest = { path, read: await readChainFile(path) };
      const found = latest.read.entries[entry.index];
      if (found?.kind === 'block') yield { slot: found.slot, block: found.block, onUnreadable };
    }
  }

  /** Throws a MarketError if nothing is readable, and a file was named explicitly. */
  #reportUnreadable(files: readonly NamedFile[], part: UnreadablePart): void {
    const error = fileError(files.map(({ file }) => file).join(', '), unreadableMessage(part));
    if (part.isMost) {
      for (const file of files) this.#readable.set(file, (this.#readable.get(file) ?? 0) - 1);
      const isNone = [...this.#readable.values()].every((blocks) => blocks <= 0);
      if (isNone && files.some(({ isFromFolder }) => !isFromFolder)) throw error;
    }
    this.#onSkipped(error.message);
  }

  /** A recording does not grow. */
  async *follow(): AsyncGenerator<SourceBlock> {}

  tokens(): readonly SourceToken[] {
    return [];
  }

  /** Keeps only transactions in memory; `history` reads the files of blocks again, one at a time. */
  async #order(files: readonly NamedFile[], signal: AbortSignal): Promise<RecordedEntry[]> {
    const entries: RecordedEntry[] = [];
    const singles = new Map<number, RecordedEntry & { readonly transactions: RpcTransaction[] }>();
    let unreadable: MarketError | null = null;
    for (const named of files) {
      const { file, isFromFolder } = named;
      signal.throwIfAborted();
      let read: ChainFile;
      try {
        read = await readChainFile(file);
      } catch (error) {
        if (!MarketError.is(error)) throw error;
        // One bad file of several costs itself alone. The error of the only one is thrown.
        if (isFromFolder || unreadable !== null) this.#onSkipped(error.message);
        else unreadable = error;
        continue;
      }
      for (const refusal of read.refusals) this.#onSkipped(refusal);
      for (const [index, entry] of read.entries.entries()) {
        if (entry.kind === 'block') {
          entries.push({ slot: entry.slot, files: [named], index });
          this.#places.set(entry.slot, { file, index, parentSlot: entry.block.parentSlot });
          continue;
        }
        const { slot } = entry.transaction;
        const single = singles.get(slot) ?? { slot, files: [], transactions: [] };
        if (single.transactions.length === 0) entries.push(single);
        singles.set(slot, single);
        if (single.files.at(-1) !== named) single.files.push(named);
        single.transactions.push(entry.transaction);
      }
    }
    if (unreadable !== null) {
      if (entries.length === 0) throw unreadable;
      this.#onSkipped(unreadable.message);
    }
    for (const file of entries.flatMap((entry) => entry.files)) {
      this.#readable.set(file, (this.#readable.get(file) ?? 0) + 1);
    }
    return entries.sort((first, second) => first.slot - second.slot);
  }
}

/** The empty blockhash marks an incomplete block. Several files may hold one transaction. */
function blockOfTransactions(slot: number, recorded: readonly RpcTransaction[]): SourceBlock {
  const transactions = [...new Map(recorded.map((one) => [identityOf(one), one])).values()];
  return {
    slot,
    block: {
      blockhash: '',
      previousBlockhash: '',
      parentSlot: slot - 1,
      blockTime: transactions.find(({ blockTime }) => blockTime != null)?.blockTime ?? null,
      transactions,
    },
  };
}

/** The signature, or the encoded transaction, which starts with it. */
function identityOf(recorded: RpcTransaction): unknown {
  const { transaction } = recorded;
  return signatureOf(recorded) ?? (Array.isArray(transaction) ? transaction[0] : recorded);
}

async function listFiles(paths: readonly string[]): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for (const named of paths) {
    let isFolder = false;
    try {
      isFolder = (await stat(named)).isDirectory();
    } catch (cause) {
      throw new MarketError('bad-parameter', `${named}: there is no such file or folder`, {
        parameter: 'path',
        cause,
      });
    }
    if (!isFolder) {
      files.push({ file: named, isFromFolder: false });
      continue;
    }
    const found = await readdir(named, { withFileTypes: true });
    for (const { name } of found.filter(
      (entry) => entry.isFile() && /\.(json|jsonl|ndjson)(\.gz)?$/.test(entry.name),
    )) {
      files.push({ file: path.join(named, name), isFromFolder: true });
    }
  }
  return files;
}
