/** Sorted by key, so that changes rarely conflict. */
export const sortedJson = (words: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(words).sort(byKey)), null, 2)}\n`
    // The formatter writes a list with one entry on one line.
    .replace(/\[\n\s+("(?:[^"\\]|\\.)*")\n\s+\]/g, '[$1]');

const byKey = ([first]: [string, unknown], [second]: [string, unknown]): number =>
  first < second ? -1 : 1;
