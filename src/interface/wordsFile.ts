/** Names, in the market process's environment, the words that a window wants its answers in. */
export const wordsFileVariable = 'ARBSCOPE_WORDS';
