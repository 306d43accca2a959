/**
 * Opens what `npm start` shows a newcomer: the Finder, the walkthrough and the sample bot's
 * markets. Not part of the package: there the editor offers the walkthrough after the installation.
 */
const { commands, Uri, window, workspace } = require('vscode');

exports.activate = async () => {
  const [folder] = workspace.workspaceFolders ?? [];
  // A reloaded window restores its tabs.
  if (folder === undefined || window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  await commands.executeCommand('arbscope.finder.focus');
  const { ARBSCOPE_START_CONNECTION: connection } = process.env;
  if (connection !== undefined) {
    await commands.executeCommand('arbscope.switchConnection', connection);
    // Prompts for the key, because no file contains it.
    await commands.executeCommand('arbscope.setKey', connection);
    return;
  }
  const file = Uri.joinPath(folder.uri, 'src/markets.ts');
  await window.showTextDocument(file, { preview: false });
  await commands.executeCommand('arbscope.getStarted');
  // Keeps the walkthrough's tab when another file is opened.
  await commands.executeCommand('workbench.action.keepEditor');
};
