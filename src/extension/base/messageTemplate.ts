export type MessageTemplate = (...values: readonly string[]) => string;

/** Parses a translation once, because `t` is too slow for thousands of rows. */
export function compileMessage(translated: string): MessageTemplate {
  // Alternating texts and placeholder numbers.
  const parts = translated.split(/\{(\d)\}/);
  return (...values) => {
    let text = parts[0] ?? '';
    for (let at = 1; at < parts.length; at += 2) {
      text += `${values[Number(parts[at])] ?? ''}${parts[at + 1] ?? ''}`;
    }
    return text;
  };
}
