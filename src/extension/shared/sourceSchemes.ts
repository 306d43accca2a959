/** Documents that a person writes; not output, not what a version control shows of the past. */
export const sourceSchemes: ReadonlySet<string> = new Set([
  'file',
  'untitled',
  'vscode-remote',
  'vscode-vfs',
  'vscode-notebook-cell',
  'vscode-userdata',
]);
