/** The process must exit within this time after the editor has ended, even by a crash. */
export const maxOrphanMilliseconds = 2_000;
/** Limit for closing: data is already written, and a request may hang. */
export const closeTimeoutMilliseconds = 700;
export const editorPollMilliseconds = 250;

/** How long the process waits without a window before it exits, in milliseconds. */
export interface GracePeriods {
  readonly firstWindow: number;
  /** After the last goodbye while the editor runs: a reload reconnects within this time. */
  readonly afterGoodbye: number;
  /** After the last window's connection broke: the editor died, or its extension host restarts. */
  readonly afterBreak: number;
}

export const defaultGracePeriods: GracePeriods = {
  firstWindow: 10_000,
  afterGoodbye: 15_000,
  afterBreak: 1_000,
};

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

  /** The starter has exited. If no window ever connected, this is the only sign of it. */
  parentExited(): void {
    if (!this.#hasServed) this.#endAfter(this.#gracePeriods.afterBreak);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#editorPoll);
  }

  /** Once the editor has exited, no window will reconnect. */
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
    // `EPERM` means that the process runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
