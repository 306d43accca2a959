/** Words by key as every file of them is written, so that two changes meet in few lines. */
export const sortedJson = (words: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(words).sort(byKey)), null, 2)}\n`
    // As the formatter has a list of one.
    .replace(/\[\n\s+("(?:[^"\\]|\\.)*")\n\s+\]/g, '[$1]');

const byKey = ([first]: [string, unknown], [second]: [string, unknown]): number =>
  first < second ? -1 : 1;
