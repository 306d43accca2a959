import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../../scripts/paths.ts';

/** The README and the pages of docs/. */
export const shippedDocuments: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export const readDocument = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A link or picture of a document to a file of the repository. */
export interface DocumentLink {
  /** Path from the repository's folder. */
  readonly target: string;
  /** Without the `#`; `null`: the whole file. */
  readonly anchor: string | null;
  readonly isPicture: boolean;
}

/** Except those to other hosts. */
export function documentLinks(path: string): readonly DocumentLink[] {
  const text = withoutCode(readDocument(path));
  const markdown = [...text.matchAll(/(!?)\[(?:[^\][]|\[[^\]]*\])*\]\(([^)\s]+)\)/g)];
  const html = [...text.matchAll(/<(img|a|source)\b[^>]*?(?:src|href|srcset)="([^"]+)"/g)];
  return [...markdown, ...html]
    .filter(([, , link = '']) => !/^[a-z]+:/.test(link))
    .map(([, kind = '', link = '']) => {
      const [file = '', anchor = null] = link.split('#', 2);
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      return { target, anchor, isPicture: kind === '!' || kind === 'img' };
    });
}

/** As GitHub makes them. */
export const documentAnchors = (path: string): readonly string[] =>
  [...withoutCode(readDocument(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Without fenced blocks of code. */
export const withoutCode = (text: string): string =>
  text.replace(/^( *)```[^\n]*\n.*?^\1```/gms, '');
