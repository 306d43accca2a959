import { scanText } from '../../solana/scan/scanText.ts';

/** A place of a text that leads to what is known of an address or a signature. */
export interface KeyLink {
  readonly kind: 'address' | 'signature';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A line of a terminal may be a whole file. */
const longestLine = 20_000;

/** The links of a line. Secret keys are no links: nothing may take them anywhere. */
export const keyLinks = (line: string): KeyLink[] =>
  scanText(line.slice(0, longestLine)).flatMap((found) =>
    found.kind === 'address' || found.kind === 'signature'
      ? [{ kind: found.kind, text: found.text, start: found.start, end: found.end }]
      : [],
  );
