import type * as vscode from 'vscode';
import type { BotConfig, TextChange } from '../../../botConfig/model.ts';
import type { ConfigEdit } from '../../../botConfig/worker/messages.ts';

export interface ReadConfig {
  readonly config: BotConfig;
  readonly version: number;
}

export interface ConfigSource {
  /** Null: not a bot config, or broken. */
  get(document: vscode.TextDocument): Promise<ReadConfig | null>;
  /** The last read config, without waiting; it may be of an older version. */
  current(uri: vscode.Uri): ReadConfig | null;
  /** Fires when a document's config changes, or it stops being one. */
  readonly onChange: vscode.Event<vscode.Uri>;
  /** For the version that `get` read; empty if the form does not support the edit. */
  edit(document: vscode.TextDocument, edit: ConfigEdit): Promise<readonly TextChange[]>;
}

/** Parses text that is not an open document, such as a committed one; null: not a config. */
export type ParseConfigText = (text: string) => Promise<BotConfig | null>;
