import * as vscode from 'vscode';
import type { Placed } from './documentText.ts';

export const rangeOf = ({ start, end }: Pick<Placed<unknown>, 'start' | 'end'>): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);
