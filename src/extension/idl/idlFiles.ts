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
/** As in the backend, which rejects longer files with a reason. */
const maxBytes = 2_000_000;
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
  const searched = uris.slice(0, maxCandidates);
  for (let at = 0; at < searched.length && files.length <= maxIdlFiles; at += filesAtOnce) {
    const read = await Promise.all(searched.slice(at, at + filesAtOnce).map(readIdlFile));
    files.push(...read.filter((file) => file !== null));
  }
  return {
    files: files.slice(0, maxIdlFiles),
    omitted: files[maxIdlFiles] ?? null,
    hasMoreCandidates: uris.length > maxCandidates && files.length <= maxIdlFiles,
  };
}

async function readIdlFile(uri: vscode.Uri): Promise<IdlFile | null> {
  const text = await readText(uri, maxBytes);
  if (text === null || !(text.length > maxBytes || mayBeIdl(text))) return null;
  return { uri, label: vscode.workspace.asRelativePath(uri), text };
}

/** Of a longer file only spaces, so that the reader reports its size. */
async function readText(uri: vscode.Uri, limit: number): Promise<string | null> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > limit) return ' '.repeat(limit + 1);
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
      uris.map(async (each) => ({ path: each.path, text: (await readText(each, maxBytes)) ?? '' })),
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
  if (known !== undefined || !vscode.workspace.isTrusted) return known ?? null;
  const keypairs = (await texts('**/target/deploy/*-keypair.json')).map(({ path, text }) =>
    sameProgramName(basename(path).replace(/-keypair\.json$/, ''), program)
      ? addressOfKeypairFile(text)
      : null,
  );
  return keypairs.find((address) => address !== null) ?? null;
}
