import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { MarketError } from '../../api/marketError.ts';
import { fileError } from '../base/fileError.ts';
import type { BlockSource, SourceBlock, SourceToken } from '../chain/blockSource.ts';
import type { UnreadablePart } from '../decode/arbitrageRecord.ts';
import { type ChainFile, readChainFile } from '../decode/readChainFile.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';
import { unreadableMessage } from '../decode/unreadableMessage.ts';

interface RecordedEntry {
  readonly slot: number;
  /** Of one block, or of `transactions`. */
  readonly files: NamedFile[];
  /** Single transactions of a slot; `null`: a block, which `history` reads again. */
  readonly transactions: RpcTransaction[] | null;
}

/** Explicitly named files must be recordings; others in a folder need not be. */
interface NamedFile {
  readonly file: string;
  readonly isFromFolder: boolean;
}

/** `paths`: if empty, only the stored blocks. */
export class RecordedSource implements BlockSource {
  readonly kind = 'recorded';
  readonly #paths: readonly string[];
  readonly #onSkipped: (reason: string) => void;

  /** `onSkipped`: for files in a folder that are not readable recordings, and parts of files. */
  constructor(paths: readonly string[], onSkipped: (reason: string) => void = () => undefined) {
    this.#paths = paths;
    this.#onSkipped = onSkipped;
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
    for (const entry of entries) {
      signal.throwIfAborted();
      const sourced = await readEntry(entry);
      if (sourced === null) continue;
      yield { ...sourced, onUnreadable: (part) => this.#reportUnreadable(entry.files, part) };
    }
  }

  /** Throws a MarketError if most of an explicitly named file is unreadable. */
  #reportUnreadable(files: readonly NamedFile[], part: UnreadablePart): void {
    const error = fileError(files.map(({ file }) => file).join(', '), unreadableMessage(part));
    if (part.isMost && files.some(({ isFromFolder }) => !isFromFolder)) throw error;
    this.#onSkipped(error.message);
  }

  /** A recording does not grow. */
  async *follow(): AsyncGenerator<SourceBlock> {}

  tokens(): readonly SourceToken[] {
    return [];
  }

  /** Keeps only one block in memory; `history` reads the files again. */
  async #order(files: readonly NamedFile[], signal: AbortSignal): Promise<RecordedEntry[]> {
    const entries: RecordedEntry[] = [];
    const singles = new Map<number, RecordedEntry & { readonly transactions: RpcTransaction[] }>();
    for (const named of files) {
      const { file, isFromFolder } = named;
      signal.throwIfAborted();
      let read: ChainFile;
      try {
        read = await readChainFile(file);
      } catch (error) {
        if (!isFromFolder || !MarketError.is(error)) throw error;
        this.#onSkipped(error.message);
        continue;
      }
      if (read.kind === 'block') {
        entries.push({ slot: read.slot, files: [named], transactions: null });
        continue;
      }
      const { slot } = read.transaction;
      const single = singles.get(slot) ?? { slot, files: [], transactions: [] };
      if (single.transactions.length === 0) entries.push(single);
      singles.set(slot, single);
      single.files.push(named);
      single.transactions.push(read.transaction);
    }
    return entries.sort((first, second) => first.slot - second.slot);
  }
}

async function readEntry({
  slot,
  files: [named],
  transactions,
}: RecordedEntry): Promise<SourceBlock | null> {
  if (transactions !== null) return blockOfTransactions(slot, transactions);
  if (named === undefined) return null;
  const read = await readChainFile(named.file);
  return read.kind === 'block' ? { slot: read.slot, block: read.block } : null;
}

/** The empty blockhash marks an incomplete block. */
function blockOfTransactions(slot: number, transactions: readonly RpcTransaction[]): SourceBlock {
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
      (entry) => entry.isFile() && /\.json(\.gz)?$/.test(entry.name),
    )) {
      files.push({ file: path.join(named, name), isFromFolder: true });
    }
  }
  return files;
}
