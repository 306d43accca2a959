import { config } from '@vscode/l10n';
import * as vscode from 'vscode';

/**
 * Runs before any other file of a bundle, so that constants of modules are in the editor's language
 * too (`inject` in esbuild.mjs). In English there is nothing to do.
 */
if (vscode.l10n.bundle !== undefined) config({ contents: vscode.l10n.bundle });
