import { setPageLanguage } from './pageLanguage.ts';

/** A page's `main.ts` imports this first. */
const translations = document.querySelector('#words')?.textContent;
if (translations) setPageLanguage(translations);
