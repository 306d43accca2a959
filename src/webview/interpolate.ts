/**
 * A sentence with elements in place of its `{0}`, `{1}`…, in whichever order a language has them:
 * `sentence(t('from {0} to {1}', '{0}', '{1}'), first, second)`.
 */
export const interpolate = <Part>(words: string, ...parts: readonly Part[]): (Part | string)[] =>
  words.split(/\{(\d)\}/).flatMap((text, at): (Part | string)[] => {
    if (at % 2 === 0) return text === '' ? [] : [text];
    const part = parts[Number(text)];
    return part === undefined ? [] : [part];
  });
