import { scanText, type TextMatch } from '../../solana/scan/scanText.ts';

/** A terminal line may be a whole file. */
const maxLineLength = 20_000;

/** Secret keys get no link, so that a click cannot send them anywhere. */
export const findTerminalLinks = (line: string): TextMatch[] =>
  scanText(line.slice(0, maxLineLength)).filter(
    (found): found is TextMatch => found.kind === 'address' || found.kind === 'signature',
  );
