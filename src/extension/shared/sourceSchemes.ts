/** Schemes of documents that users edit; not output, not old versions from source control. */
export const sourceSchemes: ReadonlySet<string> = new Set([
  'file',
  'untitled',
  'vscode-remote',
  'vscode-vfs',
  'vscode-notebook-cell',
  'vscode-userdata',
]);
