import { setPageLanguage } from './pageLanguage.ts';

/** Imported first by a page's `main.ts`: reads the translations that the panel put there. */
const translations = document.querySelector('#words')?.textContent;
if (translations) setPageLanguage(translations);
