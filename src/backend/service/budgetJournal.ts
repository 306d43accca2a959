import { createHmac, randomBytes } from 'node:crypto';
import { isObject } from '../../api/isObject.ts';
import { maxRetryAfterSeconds } from '../../api/marketError.ts';
import { JournalFile } from '../../engine/store/journalFile.ts';
import { parseJsonLine } from '../protocol/bigintJson.ts';
import type { OtherProcessesUsage, QueueJournal } from '../queue/requestQueue.ts';

/** Requests of one operation under one key; times in Unix milliseconds. */
interface SentRequest {
  /** Id of the request's turn; the newest line of a turn applies. */
  readonly turn: string;
  /** When it was sent, or answered. */
  readonly at: number;
  /** How long it counts after `at`. */
  readonly window: number;
  /** No response is recorded yet. */
  readonly isOpen: boolean;
  /** Number of merged requests. */
  readonly count: number;
}

interface OperationUsage {
  readonly sent: Map<string, SentRequest>;
  block: { readonly at: number; readonly milliseconds: number } | null;
}

const compactAfterBytes = 128 * 1024;
/** Of a larger file, only the newest part is read, and the file is not compacted. */
const maxFileBytes = 8 * 1024 * 1024;
/** Lines per process and operation; beyond it, adjacent turns are merged. */
const maxLinesPerOperation = 200;
/** Older requests without a response belong to a process that died. */
const unansweredMilliseconds = 3_600_000;
/** Sanity limit, higher than any service's rate. */
const maxCount = 1_000_000;
const lineVersion = 1;
/** Length of the process id at the start of a turn's id. */
const processIdCharacters = 12;

/**
 * Recent requests under each key, within the window of its limit, so that a successor or a
 * concurrent process of another version stays within the service's rate. Each request is recorded
 * before it is sent, so a crash of the process (not of the machine) loses none. Keys are stored as
 * their HMAC under the user's secret. An unusable file is left unchanged; then only this process's
 * requests count.
 */
export class BudgetJournal {
  readonly #file: JournalFile;
  readonly #secret: string;
  readonly #processId = randomBytes(processIdCharacters / 2).toString('hex');
  /** As of the last time the file was read. */
  #usage: ReadonlyMap<string, OperationUsage>;
  #version = 0;
  #permitCount = 0;
  #appendedBytes = 0;

  /** Reads the file; never throws. */
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

  #usageOfOthers(key: string): Omit<OtherProcessesUsage, 'version'> {
    const known = this.#usage.get(key);
    if (known === undefined) return { endedAt: [], blockedMilliseconds: 0 };
    const now = Date.now();
    const { block } = known;
    return {
      // A clock that was set back must not prolong any wait.
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
      // The request still counts within this process.
    }
  }

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
      // The old entries still count.
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

/** The response time of a process that died is unknown, but it is before its successor's start. */
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
      // The line may come from another version, so bound its time.
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

/** Bounds the memory for a damaged count. */
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

/** Each group counts as long as its newest member. */
function mergeEntries(sent: readonly SentRequest[]): SentRequest[] {
  const sorted = [...sent].sort((first, second) => first.at - second.at);
  const size = Math.ceil(sorted.length / maxLinesPerOperation);
  return Array.from({ length: Math.ceil(sorted.length / Math.max(1, size)) }, (_, group) => {
    const members = sorted.slice(group * size, (group + 1) * size);
    const newest = members.at(-1) as SentRequest;
    return { ...newest, count: members.reduce((sum, { count }) => sum + count, 0) };
  });
}
