import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../paths.ts';

export interface FunctionBody {
  /** From the root of the project. */
  readonly file: string;
  /** With braces, if the body has them. */
  readonly start: number;
  readonly end: number;
}

/**
 * Bodies of all functions and methods of `src/`, by name: `isAddress`, `LandingService.send`,
 * `LandingService.#refuse`. A name has several bodies if several files declare it.
 */
export async function functionBodies(): Promise<ReadonlyMap<string, readonly FunctionBody[]>> {
  const bodies = new Map<string, FunctionBody[]>();
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const add = (name: string, body: ts.Node | undefined): void => {
      if (body === undefined) return;
      const found = bodies.get(name) ?? [];
      bodies.set(name, [...found, { file, start: body.getStart(source), end: body.end }]);
    };
    for (const statement of source.statements) {
      if (ts.isFunctionDeclaration(statement)) add(statement.name?.text ?? '', statement.body);
      else if (ts.isVariableStatement(statement)) {
        for (const { name, initializer } of statement.declarationList.declarations) {
          if (initializer !== undefined && ts.isArrowFunction(initializer)) {
            add(name.getText(source), initializer.body);
          }
        }
      } else if (ts.isClassDeclaration(statement)) {
        for (const member of statement.members) {
          if (ts.isMethodDeclaration(member) || ts.isAccessor(member)) {
            add(`${statement.name?.text}.${member.name.getText(source)}`, member.body);
          }
        }
      }
    }
  }
  return bodies;
}
