/** When the editor has died, however that came, so much later nothing of it may be left. */
export const maxOrphanMilliseconds = 2_000;
/** Closing takes no longer: written data is safe, and a request may hang. */
export const closeTimeoutMilliseconds = 700;
/** How often it is looked whether the editor, whose last window said goodbye, is still there. */
export const editorPollMilliseconds = 250;

/** How long the process waits without a window before it ends, in milliseconds. */
export interface GracePeriods {
  readonly firstWindow: number;
  /** After the last window said goodbye and its editor lives on: a reload comes back within this. */
  readonly afterGoodbye: number;
  /** After the last window's connection broke: the editor died, or its extension host restarts. */
  readonly afterBreak: number;
}

export const defaultGracePeriods: GracePeriods = {
  firstWindow: 10_000,
  afterGoodbye: 15_000,
  afterBreak: 1_000,
};

/** Counts the windows and tells when the process has nobody left to serve. */
export class ProcessLifetime {
  readonly #gracePeriods: GracePeriods;
  readonly #onEnd: () => void;
  readonly #isAlive: (processId: number) => boolean;
  #windows = 0;
  #hasServed = false;
  #timer: NodeJS.Timeout | undefined;
  #editorPoll: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(
    grace: GracePeriods,
    onEnd: () => void,
    isAlive: (processId: number) => boolean = isRunning,
  ) {
    this.#gracePeriods = grace;
    this.#onEnd = onEnd;
    this.#isAlive = isAlive;
    this.#endAfter(grace.firstWindow);
  }

  windowConnected(): void {
    this.#hasServed = true;
    this.#windows += 1;
    clearTimeout(this.#timer);
    clearInterval(this.#editorPoll);
  }

  windowDisconnected(how: 'goodbye' | 'broken', editorProcessId: number | null = null): void {
    this.#windows -= 1;
    if (this.#windows > 0) return;
    this.#endAfter(
      how === 'goodbye' ? this.#gracePeriods.afterGoodbye : this.#gracePeriods.afterBreak,
    );
    if (how === 'goodbye' && editorProcessId !== null) this.#watchEditor(editorProcessId);
  }

  /** Whoever started the process has died; when no window ever came, nobody else knows of it. */
  parentExited(): void {
    if (!this.#hasServed) this.#endAfter(this.#gracePeriods.afterBreak);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#editorPoll);
  }

  /** Nobody comes back to an editor that has ended with its windows. */
  #watchEditor(editorProcessId: number): void {
    clearInterval(this.#editorPoll);
    this.#editorPoll = setInterval(() => {
      if (this.#isAlive(editorProcessId)) return;
      clearInterval(this.#editorPoll);
      this.#endAfter(0);
    }, editorPollMilliseconds);
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
