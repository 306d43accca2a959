import { setPageLanguage } from './pageLanguage.ts';

/** Loads the translations that the panel embeds. A page's `main.ts` imports this first. */
const translations = document.querySelector('#words')?.textContent;
if (translations) setPageLanguage(translations);
