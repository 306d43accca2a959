import { withBenchFigures } from './benchReport.ts';
import { withManifestTools } from './manifestTools.ts';
import { withReadmeTables } from './readmeTables.ts';

/** A file of which a part follows from other files. */
export interface Generated {
  /** Below the repository's folder. */
  readonly file: string;
  /** The file's text as it has to be, out of what it is. */
  readonly make: (text: string) => string;
}

/** What follows from the code: held true by a test. */
export const generated: readonly Generated[] = [
  { file: 'package.json', make: withManifestTools },
  { file: 'README.md', make: withReadmeTables },
];

/** What follows from the last measurement on this machine. */
export const measured: readonly Generated[] = [
  { file: 'test/bench/README.md', make: withBenchFigures },
];
