/** Environment variable with the path of the translations for the backend's messages. */
export const translationsFileVariable = 'ARBSCOPE_TRANSLATIONS';
