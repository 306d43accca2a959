import * as vscode from 'vscode';
import type { Located } from './documentText.ts';

export const toRange = ({ start, end }: Pick<Located<unknown>, 'start' | 'end'>): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);
