import { withBenchResults } from './benchReadme.ts';
import { withContributes } from './contributes.ts';
import { documentationPages } from './docsTables.ts';
import { makeL10nBundle } from './l10nBundle.ts';
import { withToolTexts } from './manifestTools.ts';
import { operationNamesFile } from './operationNames.ts';
import { sandboxAmmFile } from './sandboxAmm.ts';
import { sortedJson } from './sortedJson.ts';

export interface Generated {
  readonly file: string;
  readonly make: (text: string) => string;
}

const sorted = (text: string): string => sortedJson(JSON.parse(text));

/** A test checks that they are up to date. */
export const generated: readonly Generated[] = [
  operationNamesFile,
  { file: 'package.json', make: withContributes },
  { file: 'package.nls.json', make: withToolTexts },
  { file: 'package.nls.zh-cn.json', make: sorted },
  { file: 'l10n/bundle.l10n.json', make: makeL10nBundle },
  { file: 'l10n/bundle.l10n.zh-cn.json', make: sorted },
  ...documentationPages,
  sandboxAmmFile,
];

export const measured: readonly Generated[] = [
  { file: 'test/bench/README.md', make: withBenchResults },
];
