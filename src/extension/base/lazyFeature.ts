import { setImmediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { type CommandId, commandIds, type LazyFeatureName } from './contributions.ts';
import { type Disposable, DisposableStore } from './disposable.ts';
import type { Log } from './log.ts';

export interface LazyFeatureOptions<Part extends Disposable> {
  readonly name: LazyFeatureName;
  /** Loads the bundle; the resolved function creates the part, which registers its commands. */
  readonly load: () => Promise<() => Part>;
  readonly commands: Pick<typeof vscode.commands, 'registerCommand' | 'executeCommand'>;
  readonly log: Pick<Log, 'error'>;
}

/** A part in a separate bundle, loaded after the start or by its first command. */
export class LazyFeature<Part extends Disposable> implements Disposable {
  readonly #options: LazyFeatureOptions<Part>;
  readonly #disposables = new DisposableStore();
  #stubs = new DisposableStore();
  #loading: Promise<Part> | null = null;
  #feature: Part | null = null;

  constructor(options: LazyFeatureOptions<Part>) {
    this.#options = options;
    this.#addStubs();
  }

  get feature(): Part | null {
    return this.#feature;
  }

  /** A failure is logged, and the next call retries. */
  load(): Promise<Part> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      this.#options.log.error(`The part "${this.#options.name}" was not loaded: ${String(error)}`);
      throw error;
    });
    return this.#loading;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #load(): Promise<Part> {
    const make = await this.#options.load();
    // A command can only have one handler.
    this.#stubs.dispose();
    try {
      this.#feature = this.#disposables.add(DisposableStore.createOrDispose(make));
    } catch (error) {
      this.#addStubs();
      throw error;
    }
    return this.#feature;
  }

  #addStubs(): void {
    const { name, log } = this.#options;
    this.#stubs = this.#disposables.add(new DisposableStore());
    for (const id of Object.keys(commandIds) as CommandId[]) {
      if (commandIds[id] !== name) continue;
      try {
        this.#stubs.add(this.#stub(id));
      } catch (error) {
        // Another extension has this command; register the others.
        log.error(`The command "${id}" is taken: ${String(error)}`);
      }
    }
  }

  #stub(id: CommandId): Disposable {
    const { commands } = this.#options;
    return commands.registerCommand(id, async (...args: unknown[]) => {
      await this.load();
      return await commands.executeCommand(id, ...args);
    });
  }
}

/** Loads each part in a separate turn; failures are logged. */
export async function activateInBackground(
  features: readonly Pick<LazyFeature<Disposable>, 'load'>[],
) {
  for (const part of features) {
    await setImmediate();
    await part.load().catch(() => undefined);
  }
}
