import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ParsedInput } from '../../solana/landing/parseTransactions.ts';
import { decodeTransactionBytes } from '../../solana/wireTransaction.ts';
import {
  maxSimulatedTransactions,
  type SimulateState,
  type SimulationSource,
} from '../../webview/messages/simulate.ts';
import {
  findSerializedTransactions,
  type PlacedTransaction,
} from '../addresses/findSerializedTransactions.ts';
import { inputAtCursor, inputFromArgument, inputFromFile } from '../landing/inputSources.ts';
import { inputErrorMessage } from '../landing/landingInput.ts';
import { pickTransactionInput } from '../landing/pickTransactionInput.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { findAgain, simulationKey, sourceWithoutFile } from './simulationSource.ts';

interface SimulationInput {
  readonly input: ParsedInput;
  readonly source: SimulationSource;
}

/** Null if the user cancels. */
export async function readSimulationInput(
  given: unknown,
  prompter: Pick<Prompter, 'choose' | 'text'>,
): Promise<SimulationInput | null> {
  const argument = await inputFromArgument(given);
  if (argument !== null) {
    if (given instanceof vscode.Uri) return { input: argument, source: fileSource(given) };
    const place = typeof given === 'string' ? await placeOfText(given) : null;
    return { input: argument, source: place ?? sourceWithoutFile(t('a command')) };
  }
  const atCursor = inputAtCursor();
  if (atCursor !== null) return { input: atCursor, source: await placeAtCursor() };
  const picked = await pickTransactionInput(prompter, {
    title: t('Simulate Transaction'),
    placeholder: t('Select the transaction'),
    prompt: t('Signed or unsigned transaction. It is simulated, not sent.'),
  });
  if (picked === null) return null;
  const { input, place } = picked;
  if (place === null) return { input, source: sourceWithoutFile(t('entered text')) };
  return place.uri === null
    ? { input, source: sourceWithoutFile(t('the clipboard')) }
    : { input, source: fileSource(vscode.Uri.parse(place.uri, true)) };
}

export function toSimulateState({
  input,
  source,
}: SimulationInput): SimulateState | { readonly problem: string } {
  const complaint = inputErrorMessage(input);
  if (complaint !== null || input.kind !== 'transactions') return { problem: complaint ?? '' };
  const transactions = input.transactions.map(({ bytes }) => bytes);
  if (transactions.length > maxSimulatedTransactions) {
    return {
      problem: t(
        'Too many transactions: {0}. The limit is {1}.',
        transactions.length,
        maxSimulatedTransactions,
      ),
    };
  }
  try {
    for (const bytes of transactions) decodeTransactionBytes(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return { problem: t('Not a transaction: {0}.', reason) };
  }
  return {
    key: simulationKey(source, transactions),
    transactions: transactions.map((bytes) => Buffer.from(bytes).toString('base64')),
    source,
    isOnSave: false,
  };
}

/** Null if the saved file no longer contains the transaction. */
export async function readAgain(
  state: SimulateState,
  document: vscode.TextDocument,
): Promise<SimulateState | { readonly problem: string } | null> {
  const { source } = state;
  const renewed = async (): Promise<SimulationInput | null> => {
    if (source.line === null) return { input: await inputFromFile(document.uri), source };
    const placed = findAgain((await findSerializedTransactions(document)) ?? [], source);
    if (placed === null) return null;
    const { bytes } = placed.found;
    return {
      input: { kind: 'transactions', transactions: [{ bytes }], isBundle: false },
      source: { ...textSource(document, placed), ordinal: placed.ordinal },
    };
  };
  const found = await renewed();
  if (found === null) return null;
  const next = toSimulateState(found);
  // Keep the key, so that the same panel is updated even if the transaction changed.
  return 'problem' in next ? next : { ...next, key: state.key, isOnSave: state.isOnSave };
}

const fileSource = (uri: vscode.Uri): SimulationSource => ({
  label: vscode.workspace.asRelativePath(uri).slice(-200),
  uri: uri.toString().slice(0, 4_000),
  line: null,
  variable: null,
  ordinal: 0,
});

const textSource = (
  { uri }: vscode.TextDocument,
  { start: { line }, variable, ordinal }: PlacedTransaction,
): SimulationSource => ({
  label: `${vscode.workspace.asRelativePath(uri).slice(-190)}:${line + 1}`,
  uri: uri.toString().slice(0, 4_000),
  line,
  variable,
  ordinal,
});

/** Source of a text that a code lens or hover of the active editor passes. */
async function placeOfText(text: string): Promise<SimulationSource | null> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return null;
  const placed = ((await findSerializedTransactions(document)) ?? []).find(
    ({ found }) => found.text === text.trim(),
  );
  return placed === undefined ? null : textSource(document, placed);
}

async function placeAtCursor(): Promise<SimulationSource> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return sourceWithoutFile(t('a selection'));
  const { document, selection } = editor;
  const all = (await findSerializedTransactions(document)) ?? [];
  const touched = all.filter(({ start, end }) =>
    selection.intersection(new vscode.Range(start.line, start.character, end.line, end.character)),
  );
  const [only] = touched;
  if (only !== undefined && touched.length === 1) {
    // If the file contains only this transaction, follow the whole file.
    return document.getText().trim() === only.found.text
      ? fileSource(document.uri)
      : textSource(document, only);
  }
  const label = `${vscode.workspace.asRelativePath(document.uri)}:${selection.start.line + 1}`;
  return { ...sourceWithoutFile(label), uri: document.uri.toString(), line: selection.start.line };
}
