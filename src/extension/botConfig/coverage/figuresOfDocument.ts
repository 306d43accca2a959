import type * as vscode from 'vscode';
import { createYielder } from '../../../api/createYielder.ts';
import type { CombinedPools } from '../../../botConfig/model.ts';
import type { ConfigSource, ReadConfig } from './configSource.ts';
import type { CoverageOfDocuments, DocumentCoverage } from './coverageOfDocuments.ts';
import { configFigures } from './entryFigures.ts';

export interface PlacedFigures extends DocumentCoverage {
  readonly read: ReadConfig;
}

interface Placing {
  readonly version: number;
  readonly placed: Promise<PlacedFigures>;
}

/**
 * Figures at the positions of a document's current version. After an edit, they come from the last
 * coverage until a new one arrives; group figures are missing if the edit changed the groups.
 */
export class FiguresOfDocument {
  readonly #source: Pick<ConfigSource, 'current'>;
  readonly #documents: Pick<CoverageOfDocuments, 'get'>;
  /** Shared by the lenses, hints and hover of one version. */
  readonly #placings = new WeakMap<DocumentCoverage, Placing>();

  constructor(source: Pick<ConfigSource, 'current'>, documents: Pick<CoverageOfDocuments, 'get'>) {
    this.#source = source;
    this.#documents = documents;
  }

  async get(uri: vscode.Uri, version: number): Promise<PlacedFigures | null> {
    const known = this.#documents.get(uri.toString());
    if (known === null || known.read.version === version) return known;
    const placing = this.#placings.get(known);
    if (placing?.version === version) return await placing.placed;
    const read = this.#source.current(uri);
    if (read === null || read.version !== version) return null;
    const placed = place(known, read);
    this.#placings.set(known, { version, placed });
    return await placed;
  }
}

async function place(known: DocumentCoverage, read: ReadConfig): Promise<PlacedFigures> {
  const { config } = read;
  const isSame = areSameGroups(known.read.config.groups, config.groups);
  const placed = isSame ? config : { ...config, groups: [] };
  return { ...known, read, figures: await configFigures(placed, known.coverage, createYielder()) };
}

const areSameGroups = (some: readonly CombinedPools[], others: readonly CombinedPools[]): boolean =>
  areSame(
    some,
    others,
    ({ entries, pools }, other) => areSame(entries, other.entries) && areSame(pools, other.pools),
  );

const areSame = <Each>(
  some: readonly Each[],
  others: readonly Each[],
  isSame: (one: Each, other: Each) => boolean = Object.is,
): boolean =>
  some.length === others.length && some.every((one, index) => isSame(one, others[index] as Each));
