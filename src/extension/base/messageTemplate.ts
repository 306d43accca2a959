/** The values of a phrase, in the order of their numbers. */
export type MessageTemplate = (...values: readonly string[]) => string;

/** A translation taken apart once: `t` is too slow for rows that are made by the thousand. */
export function compileMessage(translated: string): MessageTemplate {
  // Texts and the numbers between them by turns.
  const parts = translated.split(/\{(\d)\}/);
  return (...values) => {
    let text = parts[0] ?? '';
    for (let at = 1; at < parts.length; at += 2) {
      text += `${values[Number(parts[at])] ?? ''}${parts[at + 1] ?? ''}`;
    }
    return text;
  };
}
