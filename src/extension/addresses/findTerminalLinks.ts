import { type ScanMatch, scanText } from '../../solana/scan/scanText.ts';

/** A place of a text that leads to what is known of an address or a signature. */
export type TerminalLinkMatch = Extract<ScanMatch, { readonly text: string }>;

/** A line of a terminal may be a whole file. */
const maxLineLength = 20_000;

/** The links of a line. Secret keys are no links: nothing may take them anywhere. */
export const findTerminalLinks = (line: string): TerminalLinkMatch[] =>
  scanText(line.slice(0, maxLineLength)).filter(
    (found): found is TerminalLinkMatch => found.kind === 'address' || found.kind === 'signature',
  );
