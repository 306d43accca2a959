/** How constants are declared in the languages of bots, and the names that constants have. */
const declarationPattern =
  /^\s*(?:(?:export|pub(?:\([^)]*\))?|public|private|protected|readonly|default)\s+)*(?:(?:const|static|let|var|final|val)\b|declare_id!|#define)|(?:^|[\s{,])["']?[A-Z][A-Z\d_]{2,}["']?\s*(?::[^=]*)?[:=]/;

/** Whether a line declares something that does not change. */
export const isConstantLine = (line: string): boolean =>
  line.length < 2_000 && declarationPattern.test(line);
