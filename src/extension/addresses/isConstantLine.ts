/** Declarations of constants in the languages of bots, and typical names of constants. */
const declarationPattern =
  /^\s*(?:(?:export|pub(?:\([^)]*\))?|public|private|protected|readonly|default)\s+)*(?:(?:const|static|let|var|final|val)\b|declare_id!|#define)|(?:^|[\s{,])["']?[A-Z][A-Z\d_]{2,}["']?\s*(?::[^=]*)?[:=]/;

export const isConstantLine = (line: string): boolean =>
  line.length < 2_000 && declarationPattern.test(line);
