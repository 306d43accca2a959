import { config } from '@vscode/l10n';
import * as vscode from 'vscode';

/**
 * What `main.ts` imports first, so that it runs before any other file, and constants of modules are
 * in the editor's language too. In English there is nothing to do.
 */
if (vscode.l10n.bundle !== undefined) config({ contents: vscode.l10n.bundle });
