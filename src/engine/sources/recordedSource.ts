import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { MarketError } from '../../api/marketError.ts';
import type { BlockSource, SourceBlock, SourceToken } from '../chain/blockSource.ts';
import { type ChainFile, readChainFile } from '../decode/readChainFile.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';

type RecordedEntry =
  | { readonly slot: number; readonly file: string }
  | { readonly slot: number; readonly transactions: RpcTransaction[] };

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

  /** `onSkipped`: for files in a folder that are not recordings. */
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
      const sourced =
        'transactions' in entry
          ? blockOfTransactions(entry.slot, entry.transactions)
          : await readBlock(entry.file);
      if (sourced !== null) yield sourced;
    }
  }

  /** A recording does not grow. */
  async *follow(): AsyncGenerator<SourceBlock> {}

  tokens(): readonly SourceToken[] {
    return [];
  }

  /** Keeps only one block in memory; `history` reads the files again. */
  async #order(files: readonly NamedFile[], signal: AbortSignal): Promise<RecordedEntry[]> {
    const entries: RecordedEntry[] = [];
    const singles = new Map<number, RpcTransaction[]>();
    for (const { file, isFromFolder } of files) {
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
        entries.push({ slot: read.slot, file });
        continue;
      }
      const { slot } = read.transaction;
      const transactions = singles.get(slot);
      if (transactions !== undefined) transactions.push(read.transaction);
      else {
        const list = [read.transaction];
        singles.set(slot, list);
        entries.push({ slot, transactions: list });
      }
    }
    return entries.sort((first, second) => first.slot - second.slot);
  }
}

async function readBlock(file: string): Promise<SourceBlock | null> {
  const read = await readChainFile(file);
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
