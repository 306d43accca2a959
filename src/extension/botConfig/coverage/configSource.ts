import type * as vscode from 'vscode';
import type { BotConfig, TextChange } from '../../../botConfig/model.ts';
import type { ConfigEdit } from '../../../botConfig/worker/messages.ts';

/** A config as it was read, with the version of the document that it was read of. */
export interface ReadConfig {
  readonly config: BotConfig;
  readonly version: number;
}

/** Bot configs among the documents of the window, read off this thread. */
export interface ConfigSource {
  /** Null: no bot config, or a broken one. */
  get(document: vscode.TextDocument): Promise<ReadConfig | null>;
  /** What was read last, without waiting; it may be of an older version. */
  current(uri: vscode.Uri): ReadConfig | null;
  /** A document has become another config, or none. */
  readonly onChange: vscode.Event<vscode.Uri>;
  /** Changes of the text that `get` has read; none where the form has no such change. */
  edit(document: vscode.TextDocument, edit: ConfigEdit): Promise<readonly TextChange[]>;
}

/** Reads text that is no open document, such as a committed one; null: no config. */
export type ParseConfigText = (text: string) => Promise<BotConfig | null>;
