import { isAbsolute } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { errorMessage } from '../../api/errorMessage.ts';
import { tooLargeMessage } from '../../solana/landing/decodeTransactionText.ts';
import {
  type ParsedInput,
  parseTransactionFile,
  parseTransactionText,
} from '../../solana/landing/parseTransactions.ts';
import { readClipboard } from '../ui/readClipboard.ts';
import { holdsTransactions, type InputSource, parseArgument } from './landingInput.ts';

/** Larger files cannot be transactions; the clipboard may contain anything. */
const maxInputBytes = 1_000_000;
/** Base58, Base64 or hexadecimal that is long enough for a signature and a message. */
const encodedWordPattern = /[A-Za-z0-9+/=_%-]{120,}/;

/** Transactions from the command's argument: text, bytes, a list, or the URI of a file. */
export async function inputFromArgument(given: unknown): Promise<ParsedInput | null> {
  if (given === undefined || given === null) return null;
  if (given instanceof vscode.Uri) return await inputFromFile(given);
  return parseArgument(given);
}

/** URI of the file in a task; a relative path is resolved in the first workspace folder. */
export function taskFileUri(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined || isAbsolute(path)) return vscode.Uri.file(path);
  return vscode.Uri.joinPath(folder, path);
}

/** The selection, or the word at the cursor if it is a transaction. */
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

/** File of the active tab, even if it is not a text editor. */
function activeFileUri(): vscode.Uri | null {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  const isFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isFile ? input.uri : (vscode.window.activeTextEditor?.document.uri ?? null);
}

export async function inputFromFile(uri: vscode.Uri): Promise<ParsedInput> {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  );
  // An open editor's unsaved text takes precedence over the file.
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
