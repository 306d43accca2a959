import { withManifestTools } from './manifestTools.ts';

/** A file of which a part follows from other files. */
export interface Generated {
  /** Below the repository's folder. */
  readonly file: string;
  /** The file's text as it has to be, out of what it is. */
  readonly make: (text: string) => string;
}

export const generated: readonly Generated[] = [{ file: 'package.json', make: withManifestTools }];
