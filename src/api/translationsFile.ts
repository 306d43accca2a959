export const translationsFileVariable = 'ARBSCOPE_TRANSLATIONS';
