interface RecordedStatement {
  /** Runs the statement again without reading its rows. */
  readonly alone: () => Promise<unknown>;
  /** Statements that had ended before this one started; a replay waits for them. */
  readonly afterStatements: readonly number[];
}

/** Records a request's statements and replays them alone, in the same order and concurrency. */
export class StatementRecorder {
  #isRecording = false;
  #statements: RecordedStatement[] = [];
  #ended: number[] = [];

  get count(): number {
    return this.#statements.length;
  }

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

  /** Runs a statement of a store, and records it during `record`. */
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

  async replay(): Promise<void> {
    const running: Promise<unknown>[] = [];
    for (const { alone, afterStatements } of this.#statements) {
      const before = afterStatements.map((number) => running[number]);
      running.push(Promise.all(before).then(alone));
    }
    await Promise.all(running);
  }
}
