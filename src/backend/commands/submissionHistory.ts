import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { errorMessage } from '../../api/errorMessage.ts';
import { parseLandings } from '../landing/landingJournal.ts';
import { SubmissionJournal, type SubmissionRecord } from '../landing/submissionJournal.ts';
import { type CommandContext, CommandError } from './commandLine.ts';
import { readInput } from './readInput.ts';
import type { SubmissionTarget } from './submissionTarget.ts';

export interface SubmissionHistory {
  /** `null`: nothing is recorded. */
  readonly folder: string | null;
  readonly journal: SubmissionJournal | null;
  /** Submissions of earlier runs, and of windows if their journal was named. */
  readonly submissions: readonly SubmissionRecord[];
}

/** Throws a CommandError for an unreadable journal. */
export async function openSubmissionHistory(
  options: {
    readonly journal?: string | undefined;
    readonly 'no-journal'?: boolean | undefined;
    readonly landings?: string | undefined;
  },
  { isEphemeral }: SubmissionTarget,
  { environment, signal }: CommandContext,
): Promise<SubmissionHistory> {
  const isKept = options['no-journal'] !== true && (!isEphemeral || options.journal !== undefined);
  const folder = isKept ? (options.journal ?? join(stateFolder(environment), 'sent')) : null;
  const journal = folder === null ? null : new SubmissionJournal(folder);
  return {
    folder,
    journal,
    submissions: [...readJournal(journal), ...(await readWindowLandings(options.landings, signal))],
  };
}

function readJournal(journal: SubmissionJournal | null): readonly SubmissionRecord[] {
  try {
    return journal?.submissions() ?? [];
  } catch (error) {
    throw new CommandError(
      `Cannot read the landing journal: ${errorMessage(error)}. ${journalHint}`,
    );
  }
}

/** Many times the size at which windows compact the file. */
const maxLandingsBytes = 64 * 1024 * 1024;

export const journalHint = 'Choose another folder with --journal, or use --no-journal';

async function readWindowLandings(
  path: string | undefined,
  signal: AbortSignal,
): Promise<readonly SubmissionRecord[]> {
  if (path === undefined) return [];
  const bytes = await readInput(path, { maxBytes: maxLandingsBytes, signal });
  const entries = parseLandings(new TextDecoder().decode(bytes).split('\n'));
  return entries.filter(({ state }) => state !== 'refused');
}

/** `XDG_STATE_HOME`, or its equivalent on macOS and Windows. */
export function stateFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  // An empty HOME would put the records into the working directory.
  home: string = homedir() || userInfo().homedir,
): string {
  const named = (variable: string, otherwise: string): string => {
    const path = environment[variable] ?? '';
    // XDG requires ignoring a relative path; it would depend on the working directory.
    return isAbsolute(path) ? path : otherwise;
  };
  const base =
    platform === 'win32'
      ? named('LOCALAPPDATA', join(home, 'AppData', 'Local'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : named('XDG_STATE_HOME', join(home, '.local', 'state'));
  return join(base, 'arbscope');
}
