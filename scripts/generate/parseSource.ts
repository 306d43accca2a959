import ts from 'typescript';

const parsed = new Map<string, ts.SourceFile>();

/** The syntax tree of a source; cached, so callers must not change it. */
export function parseSource(path: string, source: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known?.text === source) return known;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  parsed.set(path, file);
  return file;
}
