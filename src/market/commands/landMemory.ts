import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, type Terminal, UsageError, wordsOf } from '../commandLine.ts';
import { readLandings } from '../landing/landingJournal.ts';
import type { Sending } from '../landing/sentHistory.ts';
import { SentJournal } from '../landing/sentJournal.ts';
import { stateFolder } from '../stateFolder.ts';
import type { Way } from './landWays.ts';

/** What earlier runs sent, and where this one writes down what it sends. */
export interface Memory {
  /** `null`: nothing is written down. */
  readonly folder: string | null;
  readonly journal: SentJournal | null;
  /** By earlier runs, and by windows where their journal was named. */
  readonly sent: readonly Sending[];
}

export interface MemoryOptions {
  readonly journal?: string | undefined;
  readonly 'no-journal'?: boolean | undefined;
  readonly landings?: string | undefined;
}

/** Throws a UsageError, or a CommandError for what cannot be read. */
export async function openMemory(
  options: MemoryOptions,
  { isNew }: Way,
  { environment }: Terminal,
): Promise<Memory> {
  if (options.journal !== undefined && options['no-journal'] === true) {
    throw new UsageError('--journal does not go with --no-journal');
  }
  const isKept = options['no-journal'] !== true && (!isNew || options.journal !== undefined);
  const folder = isKept ? (options.journal ?? join(stateFolder(environment), 'sent')) : null;
  const journal = folder === null ? null : new SentJournal(folder);
  return {
    folder,
    journal,
    sent: [...journalled(journal), ...(await ofWindows(options.landings))],
  };
}

function journalled(journal: SentJournal | null): readonly Sending[] {
  try {
    return journal?.sendings() ?? [];
  } catch (error) {
    throw new CommandError(`cannot read what was sent before: ${wordsOf(error)}. ${journalAdvice}`);
  }
}

export const journalAdvice = 'Name another folder with --journal, or do without with --no-journal';

async function ofWindows(path: string | undefined): Promise<readonly Sending[]> {
  if (path === undefined) return [];
  try {
    const { entries } = readLandings(await readFile(path, 'utf8'));
    return entries.filter(({ state }) => state !== 'refused');
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${wordsOf(error)}`);
  }
}
