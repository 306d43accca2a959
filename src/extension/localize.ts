import { config } from '@vscode/l10n';
import * as vscode from 'vscode';

/** Imported first by `main.ts`, so that module constants are translated too. */
if (vscode.l10n.bundle !== undefined) config({ contents: vscode.l10n.bundle });
