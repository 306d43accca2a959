import { config } from '@vscode/l10n';
import * as vscode from 'vscode';

/** Imported first by `main.ts`, so that constants of modules are in the editor's language too. */
if (vscode.l10n.bundle !== undefined) config({ contents: vscode.l10n.bundle });
