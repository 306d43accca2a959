import { production } from './options.mjs';

/** Says how large a file is; what ships must not be larger than its limit. */
export function checkSize(file, bytes, limitBytes) {
  console.log(`${file}  ${(bytes / 1000).toFixed(1)} kB`);
  if (!production || limitBytes === undefined || bytes <= limitBytes) return;
  console.error(`${file} is larger than its limit of ${limitBytes / 1000} kB`);
  process.exitCode = 1;
}
