import * as vscode from 'vscode';
import type { TextRange } from '../../botConfig/model.ts';

/** Start offsets of lines, for thousands of ranges: the editor's own look-up is slower. */
export class LineStarts {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  toPosition(offset: number): vscode.Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return new vscode.Position(low, offset - (this.#starts[low] ?? 0));
  }

  toRange({ start, end }: TextRange): vscode.Range {
    return new vscode.Range(this.toPosition(start), this.toPosition(end));
  }

  toOffset({ line, character }: vscode.Position): number {
    return (this.#starts[line] ?? 0) + character;
  }
}
