import { production } from './options.mjs';

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

export function checkSize(what, bytes, limitBytes = Number.POSITIVE_INFINITY) {
  console.log(`${what}  ${kB(bytes)}`);
  if (production && bytes > limitBytes)
    fail(`${what} is larger than its limit of ${kB(limitBytes)}`);
}

export const eachFile =
  (limitBytes) =>
  ({ outputs }) => {
    for (const file of scriptsOf(outputs)) checkSize(file, outputs[file].bytes, limitBytes);
  };

/**
 * Checks a program in several files: its start and its total size. Also fails if the code does not
 * load exactly the modules of `late` later, or if the start already contains one of them.
 */
export const startAndRest =
  (entry, late, limits) =>
  ({ outputs }) => {
    const files = scriptsOf(outputs);
    const start = loadedWith(entry, outputs);
    checkSize(`${entry} (start)`, bytesOf(start, outputs), limits.startBytes);
    checkSize(`${entry} (all)`, bytesOf(files, outputs), limits.allBytes);
    const loadedLater = new Set(
      files.flatMap((file) => /(?<=^late:).*/.exec(outputs[file].entryPoint ?? '') ?? []),
    );
    const inStart = new Set([...start].flatMap((file) => Object.keys(outputs[file].inputs)));
    for (const file of loadedLater.union(new Set(Object.keys(late)))) {
      if (!(file in late))
        fail(`${file} is loaded later, which scripts/build/bundles.mjs does not say`);
      else if (!loadedLater.has(file))
        fail(`${file} is not loaded later, as scripts/build/bundles.mjs says`);
      else if (inStart.has(file)) fail(`${file} is loaded later, and is in the start already`);
    }
  };

/** Checks how much one of several programs with shared files loads. */
export const loaded =
  (entry, limitBytes) =>
  ({ outputs }) =>
    checkSize(`${entry} (loaded)`, bytesOf(loadedWith(entry, outputs), outputs), limitBytes);

/**
 * Checks a program that loads its commands on demand: how much one of them loads, and the total.
 */
export const commandAndRest =
  (entry, command, limits) =>
  ({ outputs }) => {
    const files = scriptsOf(outputs);
    const isCommand = (file) => outputs[file].entryPoint === command;
    const parts = new Set(
      [entry, ...files.filter(isCommand)].flatMap((file) => [...loadedWith(file, outputs)]),
    );
    checkSize(`${entry} (${command})`, bytesOf(parts, outputs), limits.commandBytes);
    checkSize(`${entry} (all)`, bytesOf(files, outputs), limits.allBytes);
  };

function loadedWith(entry, outputs) {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const { path, kind } of outputs[file].imports) {
      if (kind === 'import-statement' && path in outputs) loaded.add(path);
    }
  }
  return loaded;
}

const bytesOf = (files, outputs) => [...files].reduce((sum, file) => sum + outputs[file].bytes, 0);

const scriptsOf = (outputs) => Object.keys(outputs).filter((file) => file.endsWith('.js'));

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
