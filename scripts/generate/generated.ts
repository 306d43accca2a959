import { withBenchFigures } from './benchReport.ts';
import { withManifestTools, withToolWords } from './manifestTools.ts';
import { withReadmeTables } from './readmeTables.ts';
import { sortedWords } from './sortedWords.ts';
import { wordBundle } from './wordBundle.ts';

/** A file of which a part follows from other files. */
export interface Generated {
  /** Below the repository's folder. */
  readonly file: string;
  /** The file's text as it has to be, out of what it is. */
  readonly make: (text: string) => string;
}

const sorted = (text: string): string => sortedWords(JSON.parse(text));

/** What follows from the code: held true by a test. */
export const generated: readonly Generated[] = [
  { file: 'package.json', make: withManifestTools },
  { file: 'package.nls.json', make: withToolWords },
  { file: 'package.nls.zh-cn.json', make: sorted },
  { file: 'l10n/bundle.l10n.json', make: wordBundle },
  { file: 'l10n/bundle.l10n.zh-cn.json', make: sorted },
  { file: 'README.md', make: withReadmeTables },
];

/** What follows from the last measurement on this machine. */
export const measured: readonly Generated[] = [
  { file: 'test/bench/README.md', make: withBenchFigures },
];
