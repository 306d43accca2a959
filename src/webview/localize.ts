import { setPageLanguage } from './pageLanguage.ts';

/**
 * What a page's `main.ts` imports first, so that it runs before any other file: the panel has put
 * the translations of the editor's language into the page as data. In English there are none.
 */
const translations = document.querySelector('#words')?.textContent;
if (translations) setPageLanguage(translations);
