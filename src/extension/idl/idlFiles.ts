import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { readSetting } from '../contributions/commandsAndSettings.ts';
import {
  addressInAnchorToml,
  addressOfKeypairFile,
  declaredAddress,
  mayBeIdl,
  sameProgramName,
} from './programAddress.ts';

/** Where Anchor, Shank and Codama write IDLs; the content decides whether a file is one. */
const defaultPatterns = ['**/target/idl/*.json', '**/*.codama.json', '**/idl.json'];
const excludedPattern = '**/{node_modules,.git}/**';
export const maxIdlFiles = 50;
/** Files that are searched for IDLs: a glob may match any JSON file. */
export const maxCandidates = 500;
const filesAtOnce = 20;
/** As in the backend. */
export const maxIdlFileBytes = 2_000_000;
const maxSources = 50;

const sourcePattern = '**/src/lib.rs';
const configPattern = '**/Anchor.toml';
/** Files that may say which address a program has. */
export const addressPatterns = [sourcePattern, configPattern] as const;

export interface IdlFile {
  readonly uri: vscode.Uri;
  /** Path in the workspace. */
  readonly label: string;
  readonly text: string;
}

export function idlPatterns(): readonly string[] {
  const added: unknown = readSetting('arbscope.idl.files');
  const globs = Array.isArray(added) ? (added as readonly unknown[]) : [];
  const isGlob = (glob: unknown): glob is string => typeof glob === 'string' && glob !== '';
  return [...defaultPatterns, ...globs.filter(isGlob)];
}

interface FoundIdls {
  /** In the order of their paths. Files that cannot be read are left out. */
  readonly files: readonly IdlFile[];
  /** Of more bytes than are read. */
  readonly tooLarge: readonly vscode.Uri[];
  /** The first one beyond the limit; `null`: all are read. */
  readonly omitted: Pick<IdlFile, 'uri' | 'label'> | null;
  /** More files match the patterns than are searched. */
  readonly hasMoreCandidates: boolean;
}

export async function readIdlFiles(): Promise<FoundIdls> {
  const found = new Map<string, vscode.Uri>();
  for (const pattern of idlPatterns()) {
    const limit = maxCandidates + 1;
    for (const uri of await vscode.workspace.findFiles(pattern, excludedPattern, limit)) {
      found.set(uri.toString(), uri);
    }
  }
  const uris = [...found.entries()]
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([, uri]) => uri);
  const files: IdlFile[] = [];
  const tooLarge: vscode.Uri[] = [];
  const searched = uris.slice(0, maxCandidates);
  for (let at = 0; at < searched.length && files.length <= maxIdlFiles; at += filesAtOnce) {
    const read = await Promise.all(
      searched.slice(at, at + filesAtOnce).map((uri) => readIdlFile(uri, tooLarge)),
    );
    files.push(...read.filter((file) => file !== null));
  }
  return {
    files: files.slice(0, maxIdlFiles),
    tooLarge,
    omitted: files[maxIdlFiles] ?? null,
    hasMoreCandidates: uris.length > maxCandidates && files.length <= maxIdlFiles,
  };
}

async function readIdlFile(uri: vscode.Uri, tooLarge: vscode.Uri[]): Promise<IdlFile | null> {
  const text = await readSmallFile(uri, () => tooLarge.push(uri));
  if (text === null || !mayBeIdl(text)) return null;
  return { uri, label: vscode.workspace.asRelativePath(uri), text };
}

/** `null`: it cannot be read, or is too large. */
async function readSmallFile(uri: vscode.Uri, onTooLarge?: () => void): Promise<string | null> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxIdlFileBytes) {
      onTooLarge?.();
      return null;
    }
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}

/**
 * The address of a program whose IDL has none: from its `Anchor.toml`, its source, or the public
 * half of its deploy keypair, which only a trusted workspace may point to. `null`: not found.
 */
export async function findProgramAddress(
  { uri }: Pick<IdlFile, 'uri'>,
  program: string,
): Promise<string | null> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined || program === '') return null;
  const texts = async (pattern: string) => {
    const place = new vscode.RelativePattern(folder, pattern);
    const uris = await vscode.workspace.findFiles(place, excludedPattern, maxSources);
    return await Promise.all(
      uris.map(async (each) => ({ path: each.path, text: (await readSmallFile(each)) ?? '' })),
    );
  };
  const inConfig = (await texts(configPattern)).map(({ text }) =>
    addressInAnchorToml(text, program),
  );
  const declared = (await texts(sourcePattern)).flatMap(({ path, text }) =>
    sameProgramName(basename(path.replace(/\/src\/lib\.rs$/, '')), program)
      ? declaredAddress(text)
      : null,
  );
  const known = [...declared, ...inConfig].find((address) => address !== null);
  if (known !== undefined || !mayReadKeypairs()) return known ?? null;
  const keypairs = (await texts('**/target/deploy/*-keypair.json')).map(({ path, text }) =>
    sameProgramName(basename(path).replace(/-keypair\.json$/, ''), program)
      ? addressOfKeypairFile(text)
      : null,
  );
  return keypairs.find((address) => address !== null) ?? null;
}

const mayReadKeypairs = (): boolean => vscode.workspace.isTrusted;
