import ts from 'typescript';

const parsed = new Map<string, ts.SourceFile>();

/** Cached, so callers must not change the tree. */
export function parseSource(path: string, source: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known?.text === source) return known;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  parsed.set(path, file);
  return file;
}
