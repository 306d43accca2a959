import type { Mutation } from './mutation.ts';

const feed = 'src/extension/live/arbitrageFeed.ts';
const source = 'src/extension/live/liveSource.ts';
const view = 'src/extension/live/liveView.ts';
const feedTests = ['test/unit/extension/live/arbitrageFeed.test.ts'];
const viewTests = ['test/unit/extension/live/liveView.test.ts'];

export const liveMutations: readonly Mutation[] = [
  {
    protection: 'No arbitrage of the stream appears twice',
    file: feed,
    find: '    const unknown = arbitrages.filter(({ signature }) => !known.has(signature));\n    this.#add(unknown, { isGap: skipped > 0, skipped });',
    replace:
      '    const unknown = arbitrages.filter(() => known !== null);\n    this.#add(unknown, { isGap: skipped > 0, skipped });',
    tests: feedTests,
  },
  {
    protection: 'No row moves while Live is paused',
    file: feed,
    find: 'if (this.#isPaused && this.#rows.length > 0) {',
    replace: 'if (this.#isPaused && this.#rows.length > 1_000) {',
    tests: feedTests,
  },
  {
    protection: 'Live holds at most 200 rows',
    file: feed,
    find: '.slice(0, maxLiveRows)',
    replace: '.slice(0)',
    tests: feedTests,
  },
  {
    protection: 'A hidden Live ends its stream',
    file: view,
    find: '      this.#source.stop();\n      return;',
    replace: '      return;',
    tests: viewTests,
  },
  {
    protection: 'The stream goes on where it was',
    file: source,
    find: '{ ...filter(), cursor }',
    replace: '{ ...filter() }',
    tests: viewTests,
  },
  {
    protection: 'A tree view is opened anew before the editor remembers too many rows',
    file: 'src/extension/ui/renewableTreeView.ts',
    find: 'if (this.#drawnRows >= maxDrawnRows) this.#renew();',
    replace: '',
    tests: ['test/unit/extension/ui/renewableTreeView.test.ts'],
  },
  {
    protection: 'An automatic refresh of the Finder moves no row',
    file: 'src/extension/finder/finderContent.ts',
    find: 'this.#sortsNext ? sortedSlots(tokens)',
    replace: 'tokens.length > 0 ? sortedSlots(tokens)',
    tests: ['test/unit/extension/finder/finderContent.test.ts'],
  },
];
