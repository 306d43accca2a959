import { isAbsolute } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { errorMessage } from '../../api/errorMessage.ts';
import {
  type ParsedInput,
  parseTransactionFile,
  parseTransactionText,
  tooLargeMessage,
} from '../../solana/landing/parseTransactions.ts';
import { readClipboard } from '../ui/readClipboard.ts';
import { holdsTransactions, type InputSource, parseArgument } from './landingInput.ts';

/** Larger files hold no transactions; the clipboard may hold anything. */
const maxInputBytes = 1_000_000;
/** A word of Base58 or Base64 that is long enough for a signature and a message. */
const encodedWordPattern = /[A-Za-z0-9+/=_-]{120,}/;

/** What the command was given, if anything: text, bytes, a list, or a file's place. */
export async function inputFromArgument(given: unknown): Promise<ParsedInput | null> {
  if (given === undefined || given === null) return null;
  if (given instanceof vscode.Uri) return await inputFromFile(given);
  return parseArgument(given);
}

/** A file that a task names, in the first folder of the workspace where its path is relative. */
export function taskFileUri(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined || isAbsolute(path)) return vscode.Uri.file(path);
  return vscode.Uri.joinPath(folder, path);
}

/** The selection, or the word at the cursor where that is a transaction. */
export function inputAtCursor(): ParsedInput | null {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return null;
  const { document, selection } = editor;
  if (!selection.isEmpty) {
    const text = document.getText(selection);
    return text.length > maxInputBytes
      ? { kind: 'wrong', reason: tooLargeMessage }
      : parseTransactionText(text);
  }
  const range = document.getWordRangeAtPosition(selection.active, encodedWordPattern);
  if (range === undefined) return null;
  const input = parseTransactionText(document.getText(range));
  return input.kind === 'secret-key' || holdsTransactions(input) ? input : null;
}

/** Further places that hold transactions now. */
export async function findInputSources(): Promise<InputSource[]> {
  const places: InputSource[] = [];
  const uri = activeFileUri();
  if (uri !== null) {
    const input = await inputFromFile(uri);
    if (holdsTransactions(input)) {
      const name = uri.path.split('/').at(-1) ?? '';
      places.push({ name, icon: 'file', input, uri: uri.toString() });
    }
  }
  const clipboard = parseTransactionText(await readClipboard());
  if (holdsTransactions(clipboard)) {
    places.push({ name: t('Clipboard'), icon: 'clippy', input: clipboard, uri: null });
  }
  return places;
}

/** The file of the active tab, also where it is no text. */
function activeFileUri(): vscode.Uri | null {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  const isFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isFile ? input.uri : (vscode.window.activeTextEditor?.document.uri ?? null);
}

export async function inputFromFile(uri: vscode.Uri): Promise<ParsedInput> {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  );
  // What is typed counts, saved or not.
  if (open?.isDirty === true || uri.scheme === 'untitled') {
    return parseTransactionText(open?.getText() ?? '');
  }
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxInputBytes) return { kind: 'wrong', reason: tooLargeMessage };
    return parseTransactionFile(Uint8Array.from(await vscode.workspace.fs.readFile(uri)));
  } catch (error) {
    return { kind: 'wrong', reason: t('Could not read the file: {0}', errorMessage(error)) };
  }
}
