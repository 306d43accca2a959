import { scanText } from '../../solana/scan/scanText.ts';

/** A place of a text that leads to what is known of an address or a signature. */
export interface TerminalLinkMatch {
  readonly kind: 'address' | 'signature';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A line of a terminal may be a whole file. */
const maxLineLength = 20_000;

/** The links of a line. Secret keys are no links: nothing may take them anywhere. */
export const findTerminalLinks = (line: string): TerminalLinkMatch[] =>
  scanText(line.slice(0, maxLineLength)).flatMap((found) =>
    found.kind === 'address' || found.kind === 'signature'
      ? [{ kind: found.kind, text: found.text, start: found.start, end: found.end }]
      : [],
  );
