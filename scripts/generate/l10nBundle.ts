import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../paths.ts';
import { type ExtractedMessages, extractMessages } from './messages.ts';
import { sortedJson } from './sortedJson.ts';

export function allMessages(): ExtractedMessages {
  const found = sourceFiles().map(({ path, source }) => extractMessages(path, source));
  return {
    messages: found.flatMap(({ messages }) => messages),
    errors: found.flatMap(({ errors }) => errors),
  };
}

/** Sorted by path; paths are relative to the repository. */
export function sourceFiles(): readonly { readonly path: string; readonly source: string }[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return {
        path: relative(root, path).split(sep).join('/'),
        source: readFileSync(path, 'utf8'),
      };
    })
    .sort((first, second) => (first.path < second.path ? -1 : 1));
}

/** In the bundle format of VS Code's tools for translators. */
export function makeL10nBundle(): string {
  const entries = allMessages().messages.map(({ key, text, comment }) => [
    key,
    comment.length === 0 ? text : { message: text, comment },
  ]);
  return sortedJson(Object.fromEntries(entries));
}
