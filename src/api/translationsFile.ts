/**
 * Environment variable that names the backend's translations file, so that it answers in the
 * window's language.
 */
export const translationsFileVariable = 'ARBSCOPE_TRANSLATIONS';
