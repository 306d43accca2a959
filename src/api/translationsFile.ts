/** Names, in the backend's environment, the words that a window wants its answers in. */
export const translationsFileVariable = 'ARBSCOPE_TRANSLATIONS';
