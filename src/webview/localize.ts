import { speak } from './pageWords.ts';

/**
 * Runs before any other file of a page (`inject` in esbuild.mjs): the panel has put the words of the
 * editor's language into the page as data. In English there are none.
 */
const words = document.querySelector('#words')?.textContent;
if (words) speak(words);
