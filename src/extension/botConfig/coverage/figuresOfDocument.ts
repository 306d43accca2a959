import type * as vscode from 'vscode';
import type { ConfigSource, ReadConfig } from './configSource.ts';
import type { CoverageOfDocuments, DocumentCoverage } from './coverageOfDocuments.ts';
import { type ConfigFigures, configFigures } from './entryFigures.ts';

/** Figures for the text that a document has now, with the config that they are of. */
export interface PlacedFigures extends DocumentCoverage {
  readonly read: ReadConfig;
}

/**
 * Figures at the places of a document's newest text. After an edit they are those of the coverage
 * before it, until there is a new one; groups that it may have moved have none.
 */
export class FiguresOfDocument {
  readonly #source: Pick<ConfigSource, 'current'>;
  readonly #documents: Pick<CoverageOfDocuments, 'get'>;
  readonly #placed = new WeakMap<DocumentCoverage, PlacedFigures>();

  constructor(source: Pick<ConfigSource, 'current'>, documents: Pick<CoverageOfDocuments, 'get'>) {
    this.#source = source;
    this.#documents = documents;
  }

  /** Null: nothing is known, or not for this version. */
  get(uri: vscode.Uri, version: number): PlacedFigures | null {
    const known = this.#documents.get(uri.toString());
    if (known === null) return null;
    if (known.read.version === version) return known;
    const placed = this.#placed.get(known);
    if (placed?.read.version === version) return placed;
    const read = this.#source.current(uri);
    if (read === null || read.version !== version) return null;
    const made = { ...known, read, figures: this.#place(known, read) };
    this.#placed.set(known, made);
    return made;
  }

  #place({ coverage, read: before }: DocumentCoverage, { config }: ReadConfig): ConfigFigures {
    const isSame = JSON.stringify(before.config.groups) === JSON.stringify(config.groups);
    return configFigures(isSame ? config : { ...config, groups: [] }, coverage);
  }
}
