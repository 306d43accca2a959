import * as vscode from 'vscode';

const network = 'arbscope.hover.network';

export async function hoversAt(
  document: vscode.TextDocument,
  text: string,
): Promise<vscode.MarkdownString[]> {
  const position = document.positionAt(document.getText().indexOf(text) + 5);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    position,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .filter((one) => one instanceof vscode.MarkdownString);
}

export const textOf = (hovers: readonly vscode.MarkdownString[]): string =>
  hovers.map(({ value }) => value).join('\n---\n');

export async function withHoverNetwork(value: unknown, act: () => Promise<void>): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  await settings.update(network, value, vscode.ConfigurationTarget.Global);
  try {
    await act();
  } finally {
    await settings.update(network, undefined, vscode.ConfigurationTarget.Global);
  }
}
