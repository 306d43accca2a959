import { setPageLanguage } from './pageLanguage.ts';

/**
 * Runs before any other file of a page (`inject` in esbuild.mjs): the panel has put the words of the
 * editor's language into the page as data. In English there are none.
 */
const translations = document.querySelector('#words')?.textContent;
if (translations) setPageLanguage(translations);
