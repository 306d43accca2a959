import { createHmac, randomBytes } from 'node:crypto';
import { isObject } from '../../api/isObject.ts';
import { maxRetryAfterSeconds } from '../../api/marketError.ts';
import { JournalFile } from '../../engine/store/journalFile.ts';
import { parseJsonLine } from '../protocol/bigintJson.ts';
import type { OtherProcessesUsage, QueueJournal } from '../queue/requestQueue.ts';

/** Requests of one operation under one key, in Unix milliseconds. */
interface SentRequest {
  /** Of one turn: its newest line counts. */
  readonly turn: string;
  /** When it was sent, or answered. */
  readonly at: number;
  /** How long it counts after that. */
  readonly window: number;
  /** No answer is written down (yet). */
  readonly isOpen: boolean;
  /** It stands for so many. */
  readonly count: number;
}

interface OperationUsage {
  readonly sent: Map<string, SentRequest>;
  block: { readonly at: number; readonly milliseconds: number } | null;
}

/** The file is written anew when so much was added to it. */
const compactAfterBytes = 128 * 1024;
/** Of a file that is larger, only the newest part is read, and it is not written anew. */
const maxFileBytes = 8 * 1024 * 1024;
/** Of one operation; beyond it, turns are put together to the newest of them. */
const maxLinesPerOperation = 200;
/** Entries of a request without an answer that are older belong to a process that died. */
const unansweredMilliseconds = 3_600_000;
/** No service allows more within the time that counts. */
const maxCount = 1_000_000;
const lineVersion = 1;
/** A turn's name begins with so many that are its process's. */
const processIdCharacters = 12;

/**
 * What was asked under each key within its limit's stretch of time, so that neither a process that
 * takes over nor one of another version beside it asks more than the service allows. Each request is
 * written down before it is sent, and waits for that: whenever the process dies (the machine may not),
 * nothing was asked that its successor does not know of. Keys stand in it as their HMAC under the
 * user's secret. A file that cannot be read or written stays as it is, and only costs what it would
 * have told.
 */
export class BudgetJournal {
  readonly #file: JournalFile;
  readonly #secret: string;
  readonly #processId = randomBytes(processIdCharacters / 2).toString('hex');
  /** As the file had it when it was read last. */
  #usage: ReadonlyMap<string, OperationUsage>;
  #version = 0;
  #permitCount = 0;
  #appendedBytes = 0;

  /** Reads what is there; never throws. */
  constructor(path: string, secret: string) {
    this.#file = new JournalFile(path, maxFileBytes);
    this.#secret = secret;
    this.#usage = this.#compact(closeUnanswered);
  }

  budgetId(origin: string, apiKey: string): string {
    const text = `budget ${origin} ${apiKey}`;
    return createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 32);
  }

  record(id: string, operation: string): QueueJournal {
    const line = (members: object): void =>
      this.#append({ v: lineVersion, id, operation, ...members });
    return {
      sent: (windowMilliseconds) => {
        this.#permitCount += 1;
        const turn = `${this.#processId}${this.#permitCount.toString(36)}`;
        line({ turn, at: Date.now(), window: windowMilliseconds, isOpen: true });
        return () => line({ turn, at: Date.now(), window: windowMilliseconds });
      },
      blocked: (milliseconds) => line({ block: { at: Date.now(), milliseconds } }),
      usageOfOthers: () => {
        this.#reloadIfChanged();
        return { version: this.#version, ...this.#usageOfOthers(`${id} ${operation}`) };
      },
    };
  }

  /** What processes before and beside this one asked. */
  #usageOfOthers(key: string): Omit<OtherProcessesUsage, 'version'> {
    const known = this.#usage.get(key);
    if (known === undefined) return { endedAt: [], blockedMilliseconds: 0 };
    const now = Date.now();
    const { block } = known;
    return {
      // A clock that was set back makes nothing longer than it was.
      endedAt: [...known.sent.values()]
        .filter(({ turn }) => !turn.startsWith(this.#processId))
        .flatMap(({ at, isOpen, count }) =>
          Array.from({ length: count }, () => (isOpen ? now : Math.min(now, at))),
        )
        .sort((first, second) => first - second),
      blockedMilliseconds:
        block === null
          ? 0
          : Math.max(0, Math.min(block.milliseconds, block.at + block.milliseconds - now)),
    };
  }

  #reloadIfChanged(): void {
    if (this.#file.isCurrent) return;
    this.#usage = this.#readUsage().usage;
    this.#version += 1;
  }

  #append(line: object): void {
    try {
      const text = JSON.stringify(line);
      this.#file.append(text);
      this.#appendedBytes += text.length;
      if (this.#appendedBytes > compactAfterBytes) this.#compact();
    } catch {
      // It counts in this process still.
    }
  }

  /** Reads the file and puts one in its place that holds what still counts. */
  #compact(
    change: (sent: SentRequest) => SentRequest = (sent) => sent,
  ): Map<string, OperationUsage> {
    this.#appendedBytes = 0;
    const { usage, isWhole } = this.#readUsage();
    for (const { sent } of usage.values()) {
      for (const [turn, one] of sent) sent.set(turn, change(one));
    }
    try {
      if (isWhole) this.#file.replace([...usage].flatMap(([key, one]) => formatLines(key, one)));
    } catch {
      // What stands in it still counts.
    }
    return usage;
  }

  #readUsage(): { readonly usage: Map<string, OperationUsage>; readonly isWhole: boolean } {
    const usage = new Map<string, OperationUsage>();
    try {
      const isWhole = this.#file.read((line) => addUsage(usage, line));
      dropExpired(usage);
      return { usage, isWhole };
    } catch {
      return { usage: new Map(), isWhole: false };
    }
  }
}

/** When a process that died would have been answered is not known: not after its successor came. */
const closeUnanswered = (sent: SentRequest): SentRequest =>
  sent.isOpen ? { ...sent, at: Date.now(), isOpen: false } : sent;

function addUsage(all: Map<string, OperationUsage>, line: string): void {
  const value = parseJsonLine(line);
  if (value?.['v'] !== lineVersion) return;
  const { id, operation } = value;
  if (typeof id !== 'string' || typeof operation !== 'string') return;
  const key = `${id} ${operation}`;
  const known = all.get(key) ?? { sent: new Map(), block: null };
  all.set(key, known);
  const { turn, at, window, isOpen = false, count = 1, block } = value;
  if (isObject(block)) {
    const { at: since, milliseconds } = block;
    if (isTime(since) && isTime(milliseconds)) {
      // Another version of this, or another program, may have written any other time.
      const patience = Math.min(milliseconds, maxRetryAfterSeconds * 1_000);
      known.block = { at: Math.min(since, Date.now()), milliseconds: patience };
    }
  } else if (typeof turn === 'string' && isTime(at) && isTime(window) && isCount(count)) {
    known.sent.set(turn, { turn, at, window, isOpen: isOpen === true, count });
  }
}

function dropExpired(all: Map<string, OperationUsage>): void {
  const now = Date.now();
  for (const [key, known] of all) {
    for (const [turn, { at, window, isOpen }] of known.sent) {
      if (at + (isOpen ? unansweredMilliseconds : window) <= now) known.sent.delete(turn);
    }
    if (known.block !== null && known.block.at + known.block.milliseconds <= now) {
      known.block = null;
    }
    if (known.sent.size === 0 && known.block === null) all.delete(key);
  }
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** A damaged one must not ask for more memory than there is. */
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxCount;

function formatLines(key: string, { sent, block }: OperationUsage): string[] {
  const [id = '', operation = ''] = key.split(' ');
  const head = { v: lineVersion, id, operation };
  const ended = [...sent.values()].filter(({ isOpen }) => !isOpen);
  const open = [...sent.values()].filter(({ isOpen }) => isOpen);
  const byProcess = Map.groupBy(ended, ({ turn }) => turn.slice(0, processIdCharacters));
  const lines = [
    ...[...byProcess.values()].flatMap(mergeEntries),
    ...open,
    ...(block === null ? [] : [{ block }]),
  ];
  return lines.map((line) => JSON.stringify({ ...head, ...line }));
}

/** Each group counts as long as the newest in it. */
function mergeEntries(sent: readonly SentRequest[]): SentRequest[] {
  const sorted = [...sent].sort((first, second) => first.at - second.at);
  const size = Math.ceil(sorted.length / maxLinesPerOperation);
  return Array.from({ length: Math.ceil(sorted.length / Math.max(1, size)) }, (_, group) => {
    const members = sorted.slice(group * size, (group + 1) * size);
    const newest = members.at(-1) as SentRequest;
    return { ...newest, count: members.reduce((sum, { count }) => sum + count, 0) };
  });
}
