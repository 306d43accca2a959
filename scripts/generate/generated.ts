import { withBenchResults } from './benchReadme.ts';
import { documentationPages } from './docsTables.ts';
import { makeL10nBundle } from './l10nBundle.ts';
import { withManifestTools, withToolTexts } from './manifestTools.ts';
import { sandboxAmmFile } from './sandboxAmm.ts';
import { sortedJson } from './sortedJson.ts';

/** A file of which a part follows from other files. */
export interface Generated {
  /** Below the repository's folder. */
  readonly file: string;
  /** The file's text as it has to be, out of what it is. */
  readonly make: (text: string) => string;
}

const sorted = (text: string): string => sortedJson(JSON.parse(text));

/** What follows from the code: held true by a test. */
export const generated: readonly Generated[] = [
  { file: 'package.json', make: withManifestTools },
  { file: 'package.nls.json', make: withToolTexts },
  { file: 'package.nls.zh-cn.json', make: sorted },
  { file: 'l10n/bundle.l10n.json', make: makeL10nBundle },
  { file: 'l10n/bundle.l10n.zh-cn.json', make: sorted },
  ...documentationPages,
  sandboxAmmFile,
];

/** What follows from the last measurement on this machine. */
export const measured: readonly Generated[] = [
  { file: 'test/bench/README.md', make: withBenchResults },
];
