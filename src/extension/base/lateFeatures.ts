import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from './disposable.ts';
import type { Log } from './log.ts';

export interface LateFeaturesOptions<Features extends Disposable> {
  /** Loads the bundle; the resolved function creates the features, which register the commands. */
  readonly load: () => Promise<() => Features>;
  /** All commands of the extension. */
  readonly commandIds: readonly string[];
  readonly commands: Pick<typeof vscode.commands, 'registerCommand' | 'executeCommand'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Loads the bundle of all features except the first rows: after the start, or when the first command
 * runs.
 */
export class LateFeatures<Features extends Disposable> implements Disposable {
  readonly #options: LateFeaturesOptions<Features>;
  readonly #disposables = new DisposableStore();
  #stubs = new DisposableStore();
  #loading: Promise<Features> | null = null;

  constructor(options: LateFeaturesOptions<Features>) {
    this.#options = options;
    this.#addStubs();
  }

  /** A failure is logged, and the next call retries. */
  load(): Promise<Features> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      this.#options.log.error(`The features were not loaded: ${String(error)}`);
      throw error;
    });
    return this.#loading;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #load(): Promise<Features> {
    const make = await this.#options.load();
    // A command can only have one handler.
    this.#stubs.dispose();
    try {
      return this.#disposables.add(DisposableStore.createOrDispose(make));
    } catch (error) {
      this.#addStubs();
      throw error;
    }
  }

  #addStubs(): void {
    const { commandIds, commands, log } = this.#options;
    this.#stubs = this.#disposables.add(new DisposableStore());
    for (const id of commandIds) {
      try {
        this.#stubs.add(
          commands.registerCommand(id, async (...args: unknown[]) => {
            await this.load();
            return await commands.executeCommand(id, ...args);
          }),
        );
      } catch (error) {
        // Another extension has this command; register the others.
        log.error(`The command "${id}" is taken: ${String(error)}`);
      }
    }
  }
}
