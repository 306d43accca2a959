/** Replaces `{0}`, `{1}`, … by elements, in the order of the translated sentence. */
export const interpolate = <Part>(words: string, ...parts: readonly Part[]): (Part | string)[] =>
  words.split(/\{(\d)\}/).flatMap((text, at): (Part | string)[] => {
    if (at % 2 === 0) return text === '' ? [] : [text];
    const part = parts[Number(text)];
    return part === undefined ? [] : [part];
  });
