/** Longest accepted text: several times the largest config that bots can use. */
export const maxConfigLength = 4 * 1_024 * 1_024;

const tomlHeader =
  /^\uFEFF?[ \t]*(?:\[\[?[ \t]*["']?(?:routing|transactions|group|launcher|swap)["']?[ \t]*[.\]]|["']?(?:routing|launcher)["']?[ \t]*\.|(?:transactions|group|mint_config_list|swap)[ \t]*=[ \t]*\[|launcher[ \t]*=[ \t]*\{)/m;
/** White space and comments before the first bracket of JSON. */
const jsonStart = /^\uFEFF?\s*(?:\/\/[^\n]*\n\s*|\/\*[^*]*\*\/\s*){0,20}(\{|\[\s*(?:\[|"|\]|\/))/;
const jsonGroups = /"groups"\s*:\s*\[/;
const quotedAddress = /"[1-9A-HJ-NP-Za-km-z]{32,44}"/;
const jsonHead = 16_384;
const addressLine = /^[ \t]*[1-9A-HJ-NP-Za-km-z]{32,44}[ \t]*(?:#.*)?$/;
const maxCommentLines = 1_000;

export const looksLikeJson = (text: string): boolean => jsonStart.test(text);

/**
 * Quick check whether a text may be a bot's config, for every open file of the editor. No false
 * negatives; `true` still needs a full parse.
 */
export function mayBeConfig(text: string): boolean {
  if (text.length > maxConfigLength) return false;
  const [, bracket] = jsonStart.exec(text.slice(0, jsonHead)) ?? [];
  if (bracket === '{') return jsonGroups.test(text);
  if (bracket !== undefined && quotedAddress.test(text.slice(0, jsonHead))) return true;
  return tomlHeader.test(text) || beginsWithAddress(text);
}

function beginsWithAddress(text: string): boolean {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let line = 0; line < maxCommentLines && start < text.length; line++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    // The start of a very long line is enough: it is not an address.
    const content = text.slice(start, Math.min(end, start + 1_000)).trimEnd();
    const first = content.trimStart();
    if (first !== '' && !first.startsWith('#')) return addressLine.test(content);
    start = end + 1;
  }
  return false;
}
