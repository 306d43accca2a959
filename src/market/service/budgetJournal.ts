import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../connections/readRequest.ts';
import type { OthersTurns, QueueRecord } from './requestQueue.ts';

/** Requests of one operation under one key, in Unix milliseconds. */
interface Sent {
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

/** What is known of one operation under one key. */
interface Known {
  readonly sent: Map<string, Sent>;
  block: { readonly at: number; readonly milliseconds: number } | null;
}

const privateMode = 0o600;
/** The file is written anew when so much was added to it. */
const addedMaximum = 128 * 1024;
/** A file that is larger was not written by this. */
const bytesMaximum = 8 * 1024 * 1024;
/** Of one operation; beyond it, turns are put together to the newest of them. */
const linesOfOperation = 200;
/** Entries of a request without an answer that are older belong to a process that died. */
const openMilliseconds = 3_600_000;
const lineVersion = 1;
/** A turn's name begins with so many that are its process's. */
const processLetters = 12;

/**
 * What was asked under each key within its limit's stretch of time, so that neither a process that
 * takes over nor one of another version beside it asks more than the service allows. Each request is
 * written down before it is sent, and waits for that: whenever the process dies, nothing was asked
 * that its successor does not know of. Keys stand in it as their HMAC under the user's secret. A file that cannot be read or written
 * only costs what it would have told.
 */
export class BudgetJournal {
  readonly #path: string;
  readonly #secret: string;
  readonly #process = randomBytes(processLetters / 2).toString('hex');
  /** As the file was when it was `#seen`. */
  #known: ReadonlyMap<string, Known>;
  #version = 0;
  #seen: FileState | null = null;
  #turns = 0;
  #added = 0;

  /** Reads what is there; never throws. */
  constructor(path: string, secret: string) {
    this.#path = path;
    this.#secret = secret;
    this.#known = this.#writeAnew(closed);
  }

  /** The name of a key at its origin. */
  idOf(origin: string, apiKey: string): string {
    const text = `budget ${origin} ${apiKey}`;
    return createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 32);
  }

  /** Writes down what a queue of the operation does. */
  record(id: string, operation: string): QueueRecord {
    const line = (members: object): void =>
      this.#append(`${JSON.stringify({ v: lineVersion, id, operation, ...members })}\n`);
    return {
      sent: (windowMilliseconds) => {
        this.#turns += 1;
        const turn = `${this.#process}${this.#turns.toString(36)}`;
        line({ turn, at: Date.now(), window: windowMilliseconds, isOpen: true });
        return () => line({ turn, at: Date.now(), window: windowMilliseconds });
      },
      blocked: (milliseconds) => line({ block: { at: Date.now(), milliseconds } }),
      others: () => {
        this.#lookAgain();
        return { version: this.#version, ...this.#othersOf(`${id} ${operation}`) };
      },
    };
  }

  /** What processes before and beside this one asked. */
  #othersOf(key: string): Omit<OthersTurns, 'version'> {
    const known = this.#known.get(key);
    if (known === undefined) return { endedAt: [], blockedMilliseconds: 0 };
    const now = Date.now();
    const { block } = known;
    return {
      // A clock that was set back makes nothing longer than it was.
      endedAt: [...known.sent.values()]
        .filter(({ turn }) => !turn.startsWith(this.#process))
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

  /** Reads the file again where somebody else has written to it. */
  #lookAgain(): void {
    const state = fileState(this.#path);
    if (this.#seen !== null && isSame(this.#seen, state)) return;
    this.#known = readKnown(this.#path);
    this.#version += 1;
    this.#seen = state;
  }

  #append(text: string): void {
    try {
      // Opened each time: the process of another version may have put a new file in its place.
      const bytes = append(this.#path, text);
      const state = fileState(this.#path);
      // What this process has written changes nothing of the others'.
      const isOwn = this.#seen !== null && isSame(afterOwn(this.#seen, bytes), state);
      this.#seen = isOwn ? state : null;
      this.#added += bytes;
      if (this.#added > addedMaximum) this.#writeAnew();
    } catch {
      // It counts in this process still.
    }
  }

  /** Reads the file and puts one in its place that holds what still counts. */
  #writeAnew(change: (sent: Sent) => Sent = (sent) => sent): Map<string, Known> {
    this.#added = 0;
    this.#seen = null;
    const known = readKnown(this.#path);
    for (const { sent } of known.values()) {
      for (const [turn, one] of sent) sent.set(turn, change(one));
    }
    const aside = `${this.#path}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      remove(aside);
      append(aside, [...known].flatMap(([key, one]) => linesOf(key, one)).join(''));
      renameSync(aside, this.#path);
    } catch {
      remove(aside);
    }
    return known;
  }
}

/** When a process that died would have been answered is not known: not after its successor came. */
const closed = (sent: Sent): Sent =>
  sent.isOpen ? { ...sent, at: Date.now(), isOpen: false } : sent;

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nothing of ours can be there.
  }
}

interface FileState {
  readonly inode: number;
  readonly bytes: number;
}

const noFile: FileState = { inode: 0, bytes: 0 };

function fileState(path: string): FileState {
  try {
    const { ino, size } = statSync(path);
    return { inode: ino, bytes: size };
  } catch {
    return noFile;
  }
}

const isSame = (one: FileState, other: FileState): boolean =>
  one.inode === other.inode && one.bytes === other.bytes;
const afterOwn = ({ inode, bytes }: FileState, written: number): FileState => ({
  inode,
  bytes: bytes + written,
});

/** The bytes that were written. */
function append(path: string, text: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, privateMode);
  try {
    return writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** What still counts, by key and operation. */
function readKnown(path: string): Map<string, Known> {
  const all = new Map<string, Known>();
  for (const line of linesIn(path)) {
    const value = parsed(line);
    if (!isObject(value) || value['v'] !== lineVersion) continue;
    const { id, operation } = value;
    if (typeof id !== 'string' || typeof operation !== 'string') continue;
    const key = `${id} ${operation}`;
    const known = all.get(key) ?? { sent: new Map(), block: null };
    all.set(key, known);
    const { turn, at, window, isOpen = false, count = 1, block } = value;
    if (isObject(block)) {
      const { at: since, milliseconds } = block;
      if (isTime(since) && isTime(milliseconds)) known.block = { at: since, milliseconds };
    } else if (typeof turn === 'string' && isTime(at) && isTime(window) && isTime(count)) {
      known.sent.set(turn, { turn, at, window, isOpen: isOpen === true, count });
    }
  }
  const now = Date.now();
  for (const [key, known] of all) {
    for (const [turn, { at, window, isOpen }] of known.sent) {
      if (at + (isOpen ? openMilliseconds : window) <= now) known.sent.delete(turn);
    }
    if (known.block !== null && known.block.at + known.block.milliseconds <= now) {
      known.block = null;
    }
    if (known.sent.size === 0 && known.block === null) all.delete(key);
  }
  return all;
}

function linesIn(path: string): string[] {
  const { O_RDONLY, O_NOFOLLOW = 0 } = constants;
  try {
    const file = openSync(path, O_RDONLY | O_NOFOLLOW);
    try {
      const bytes = readFileSync(file);
      return bytes.byteLength > bytesMaximum ? [] : bytes.toString('utf8').split('\n');
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Cut off in the middle.
    return null;
  }
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

function linesOf(key: string, { sent, block }: Known): string[] {
  const [id = '', operation = ''] = key.split(' ');
  const head = { v: lineVersion, id, operation };
  const ended = [...sent.values()].filter(({ isOpen }) => !isOpen);
  const open = [...sent.values()].filter(({ isOpen }) => isOpen);
  return [
    ...[...byProcess(ended).flatMap(together), ...open].map(
      (one) => `${JSON.stringify({ ...head, ...one })}\n`,
    ),
    ...(block === null ? [] : [`${JSON.stringify({ ...head, block })}\n`]),
  ];
}

function byProcess(sent: readonly Sent[]): Sent[][] {
  const groups = new Map<string, Sent[]>();
  for (const one of sent) {
    const name = one.turn.slice(0, processLetters);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(one);
  }
  return [...groups.values()];
}

/** Each group counts as long as the newest in it. */
function together(sent: readonly Sent[]): Sent[] {
  const sorted = [...sent].sort((first, second) => first.at - second.at);
  const size = Math.ceil(sorted.length / linesOfOperation);
  return Array.from({ length: Math.ceil(sorted.length / Math.max(1, size)) }, (_, group) => {
    const members = sorted.slice(group * size, (group + 1) * size);
    const newest = members.at(-1) as Sent;
    return { ...newest, count: members.reduce((sum, { count }) => sum + count, 0) };
  });
}
