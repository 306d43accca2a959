/** When the editor has died, however that came, so much later nothing of it may be left. */
export const editorDeathMilliseconds = 2_000;
/**
 * How long closing may take: what is written is safe at any moment, so that a request that hangs
 * does not keep the process.
 */
export const closeMilliseconds = 700;
/** How often it is looked whether the editor, whose last window said goodbye, is still there. */
export const editorLookMilliseconds = 250;

/** How long the process waits without a window before it ends, in milliseconds. */
export interface GraceMilliseconds {
  /** After the start, for the first window. */
  readonly firstWindow: number;
  /** After the last window said goodbye and its editor lives on: a reload comes back within this. */
  readonly afterGoodbye: number;
  /**
   * After the last window's connection broke: its editor has died, or its extension host has and
   * comes back.
   */
  readonly afterBreak: number;
}

export const defaultGrace: GraceMilliseconds = {
  firstWindow: 10_000,
  afterGoodbye: 15_000,
  afterBreak: 1_000,
};

/** Counts the windows and tells when the process has nobody left to serve. */
export class Lifetime {
  readonly #grace: GraceMilliseconds;
  readonly #onEnd: () => void;
  readonly #isAlive: (processId: number) => boolean;
  #windows = 0;
  #hasServed = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(
    grace: GraceMilliseconds,
    onEnd: () => void,
    isAlive: (processId: number) => boolean = isRunning,
  ) {
    this.#grace = grace;
    this.#onEnd = onEnd;
    this.#isAlive = isAlive;
    this.#endAfter(grace.firstWindow);
  }

  windowCame(): void {
    this.#hasServed = true;
    this.#windows += 1;
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
  }

  windowLeft(how: 'goodbye' | 'broken', editorProcessId: number | null = null): void {
    this.#windows -= 1;
    if (this.#windows > 0) return;
    this.#endAfter(how === 'goodbye' ? this.#grace.afterGoodbye : this.#grace.afterBreak);
    if (how === 'goodbye' && editorProcessId !== null) this.#watch(editorProcessId);
  }

  /** Whoever started the process has died; when no window ever came, nobody else knows of it. */
  starterGone(): void {
    if (!this.#hasServed) this.#endAfter(this.#grace.afterBreak);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
  }

  /** Nobody comes back to an editor that has ended with its windows. */
  #watch(editorProcessId: number): void {
    clearInterval(this.#looking);
    this.#looking = setInterval(() => {
      if (this.#isAlive(editorProcessId)) return;
      clearInterval(this.#looking);
      this.#endAfter(0);
    }, editorLookMilliseconds);
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#disposed) return;
    this.#timer = setTimeout(this.#onEnd, milliseconds);
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // One of another user runs, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
