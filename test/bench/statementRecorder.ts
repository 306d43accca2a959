interface RecordedStatement {
  /** Runs it again, and looks at no row. */
  readonly alone: () => Promise<unknown>;
  /** Those that had ended when it began; what it waits for when it runs again. */
  readonly afterStatements: readonly number[];
}

/** The statements behind a request, to be run without it: in the same order, and at once where they were. */
export class StatementRecorder {
  #isRecording = false;
  #statements: RecordedStatement[] = [];
  #ended: number[] = [];

  get count(): number {
    return this.#statements.length;
  }

  /** Records what `observe` sees while `work` runs, in the place of what was recorded before. */
  async record(work: () => Promise<unknown>): Promise<void> {
    this.#statements = [];
    this.#ended = [];
    this.#isRecording = true;
    try {
      await work();
    } finally {
      this.#isRecording = false;
    }
  }

  /** Runs a statement of a store. */
  async observe<Result>(
    statement: () => Promise<Result>,
    alone: () => Promise<unknown>,
  ): Promise<Result> {
    if (!this.#isRecording) return await statement();
    const number = this.#statements.push({ alone, afterStatements: [...this.#ended] }) - 1;
    const result = await statement();
    this.#ended.push(number);
    return result;
  }

  /** Runs what was recorded. */
  async replay(): Promise<void> {
    const running: Promise<unknown>[] = [];
    for (const { alone, afterStatements } of this.#statements) {
      const before = afterStatements.map((number) => running[number]);
      running.push(Promise.all(before).then(alone));
    }
    await Promise.all(running);
  }
}
