import { type Disposable, DisposableList } from '../disposable.ts';
import { KeptExports } from '../exports/keptExports.ts';
import type { KeptStorage } from '../exports/keptStorage.ts';
import type { Log } from '../log.ts';
import type { Prompter } from '../prompts/prompter.ts';
import type { FinderView } from '../views/finderView.ts';
import { ExportResult, exportOptions } from './exportResult.ts';
import { InsertList } from './insertList.ts';
import { isUnsaved, KeptFiles } from './keptFiles.ts';

export interface FinderExportOptions {
  readonly finder: Pick<FinderView, 'shown'>;
  readonly prompter: Prompter;
  /** Of this workspace. */
  readonly storage: KeptStorage;
  readonly log: Log;
}

/** Everything that exports what the Finder shows. */
export class FinderExport implements Disposable {
  readonly kept: KeptExports;
  readonly #own = new DisposableList();
  readonly #result: ExportResult;
  readonly #list: InsertList;
  readonly #files: KeptFiles;

  constructor({ finder, prompter, storage, log }: FinderExportOptions) {
    this.kept = new KeptExports({ storage, options: exportOptions, isUnsaved, log });
    this.#result = new ExportResult({ finder, prompter, kept: this.kept });
    this.#list = new InsertList({ finder, prompter });
    this.#files = this.#own.add(new KeptFiles({ finder, prompter, kept: this.kept }));
  }

  /** Exports; what the choice does not say is asked for. */
  run(choice: unknown): Promise<void> {
    return this.#result.run(choice);
  }

  /** Inserts mints or pools at the cursor. */
  insert(kind: unknown): Promise<void> {
    return this.#list.run(kind);
  }

  /** Shows the files that are kept up to date. */
  list(): Promise<void> {
    return this.#files.list();
  }

  dispose(): void {
    this.#own.dispose();
  }
}
