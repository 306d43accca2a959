/**
 * What `npm start` shows a newcomer: the Finder, the walkthrough and the sample bot's markets. Not
 * part of the package: there the editor itself offers the walkthrough after the installation.
 */
const { commands, Uri, window, workspace } = require('vscode');

exports.activate = async () => {
  const [folder] = workspace.workspaceFolders ?? [];
  // A window that is loaded again keeps what was open.
  if (folder === undefined || window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  await commands.executeCommand('arbscope.finder.focus');
  const { ARBSCOPE_START_CONNECTION: connection } = process.env;
  if (connection !== undefined) {
    await commands.executeCommand('arbscope.switchConnection', connection);
    // The key is asked for as of every user: it lies in no file.
    await commands.executeCommand('arbscope.setKey', connection);
    return;
  }
  const file = Uri.joinPath(folder.uri, 'src/markets.ts');
  await window.showTextDocument(file, { preview: false });
  await commands.executeCommand('arbscope.getStarted');
  // The next file that is opened does not take its tab.
  await commands.executeCommand('workbench.action.keepEditor');
};
