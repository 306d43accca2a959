import { activationVariable } from '../host/results.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { median } from './percentile.ts';
import { buildForEditor, timesInEditor } from './timesInEditor.ts';

/** Allowed time beyond that of an empty extension. */
const allowedMilliseconds = { warm: 25, first: 80 } as const;
/** On a busy machine, reading the bundle takes up to 200 ms in some windows. */
const rounds = 5;

type Part = Readonly<Record<'loadMilliseconds' | 'activateMilliseconds', number>>;
type Round = Readonly<Record<'own' | 'empty', number>>;

/**
 * Activation inside a real VS Code, as measured by the editor: loading the bundle and running
 * `activate`, each time in a new window. The reference is an empty extension in the same windows.
 * The first window after a build is reported separately: it has to read and compile the bundle.
 */
export const bench: Bench = async () => {
  buildForEditor();
  const first = await activation();
  const others: Round[] = [];
  while (others.length < rounds) others.push(await activation());
  return [
    result('activate', others, allowedMilliseconds.warm),
    result('activate.first', [first], allowedMilliseconds.first),
  ];
};

function result(name: string, windows: readonly Round[], allowed: number): BenchResult {
  const value = median(windows.map(({ own }) => own));
  const empty = median(windows.map((window) => window.empty));
  return {
    name,
    value,
    unit: 'ms',
    reference: { name: `an empty extension and ${allowed} ms`, value: empty + allowed },
    ratio: (empty + allowed) / value,
  };
}

async function activation(): Promise<Round> {
  const { own, empty } = await timesInEditor<Readonly<Record<keyof Round, Part>>>(
    'activation',
    activationVariable,
  );
  const round = { own: sum(own), empty: sum(empty) };
  console.log(
    `${round.own} ms, of which ${own.loadMilliseconds} ms load the bundle; empty: ${round.empty} ms`,
  );
  return round;
}

const sum = ({ loadMilliseconds, activateMilliseconds }: Part): number =>
  Number(loadMilliseconds) + Number(activateMilliseconds);
