import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/** One import of a source file. */
export interface Import {
  /** File below `src`, or the name of a package or of a module of Node. */
  readonly to: string;
  readonly isOwn: boolean;
  /** Gone after compilation: it loads nothing. */
  readonly isType: boolean;
}

/** Imports of each file, by its path below `src` with forward slashes. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

/** Every TypeScript file below a folder, with its text. */
export function readSources(folder: string): Map<string, string> {
  const sources = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    sources.set(relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8'));
  }
  return sources;
}

/** Reads every form of import: declarations, re-exports, `import()`, `require` and import types. */
export function importGraph(sources: ReadonlyMap<string, string>): ImportGraph {
  return new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));
}

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, isType: boolean) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const isOwn = specifier.text.startsWith('.');
    const to = isOwn
      ? posix.normalize(posix.join(posix.dirname(path), specifier.text))
      : specifier.text;
    found.push({ to, isOwn, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal as ts.Expression, true);
    } else if (ts.isExternalModuleReference(node)) {
      add(node.expression, false);
    } else if (ts.isCallExpression(node) && isLoad(node.expression)) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

const isLoad = (callee: ts.Expression) =>
  callee.kind === ts.SyntaxKind.ImportKeyword ||
  (ts.isIdentifier(callee) && callee.text === 'require');

/** Everything that is loaded when a file is: own files and packages. */
export function loadedFrom(graph: ImportGraph, start: string): Set<string> {
  const loaded = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const { to, isOwn, isType } of graph.get(file) ?? []) {
      if (isType || loaded.has(to)) continue;
      loaded.add(to);
      if (isOwn) waiting.push(to);
    }
  }
  return loaded;
}

/** Groups of files that import each other in a circle, imports of types included. */
export function circles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    stack.push(file);
    let low = index;
    let importsItself = false;
    for (const { to, isOwn } of graph.get(file) ?? []) {
      if (!isOwn || !graph.has(to)) continue;
      if (to === file) importsItself = true;
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? low);
    }
    lowest.set(file, low);
    if (low === index) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1 || importsItself) found.push(circle.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}
