import { type ScanMatch, scanText } from '../../solana/scan/scanText.ts';

export type TerminalLinkMatch = Extract<ScanMatch, { readonly text: string }>;

/** A terminal line may be a whole file. */
const maxLineLength = 20_000;

/** Secret keys get no link, so that a click cannot send them anywhere. */
export const findTerminalLinks = (line: string): TerminalLinkMatch[] =>
  scanText(line.slice(0, maxLineLength)).filter(
    (found): found is TerminalLinkMatch => found.kind === 'address' || found.kind === 'signature',
  );
