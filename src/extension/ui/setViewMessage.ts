import type { TreeView } from 'vscode';

/**
 * Says something above the rows of a view. Where it is said already, the editor hears nothing: it
 * takes a message for a change of the tree, and keeps the next change waiting for a fifth of a
 * second after one.
 */
export function setViewMessage(view: Pick<TreeView<unknown>, 'message'>, message: string): void {
  if ((view.message ?? '') !== message) view.message = message;
}
