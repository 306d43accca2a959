/**
 * node scripts/generate/recordedExamples.ts BLOCK: writes the recorded transactions that ship with
 * the extension, decoded by `arbscope decode` from slot 254,170,887 of mainnet. Not part of
 * `npm run generate`, because the block is not in the repository.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../src/api/isObject.ts';
import { parseJson, stringifyJson } from '../../src/api/json.ts';
import { root } from '../paths.ts';

export const recordedExamplesFile = join(root, 'src/extension/transaction/recordedExamples.json');

const signatures = {
  twoLegs:
    '4Q74cKZhr1CjDEEugAzXSF7iPMavTZFqe45tnDMuLoGYDFkSVJYqvnwqD9YVhFu23oKr3e23f835JaJSKWX6ovEa',
  splitRoute:
    '5TPoM1pJXDyeVgX1eS4Fw2QfCpx8S3Je8NLATe9a89xeho9hyxZkGXdRv3vgRZ5fDFDZdNYKFZau4LPnE2QU3gsN',
  sixLegs:
    '4ijsPheC5WXMhXNHDg2NWGqZXSx3QVLQoPFNyUFqE5wnh1TcyEUgmVATGq3GsXgEAJLbBBwKb7rBCwTJvzbuE6TZ',
} as const;

/**
 * The file's text from the block's file. Decodes the whole block, because its swaps give the
 * prices.
 */
export function makeRecordedExamples(block: string): string {
  const lines = execFileSync(
    process.execPath,
    [join(root, 'src/backend/main.ts'), 'decode', block],
    { encoding: 'utf8', maxBuffer: 1e9 },
  )
    .trim()
    .split('\n')
    .map(parseJson);
  const examples = Object.entries(signatures).map(([name, signature]) => {
    const found = lines.find((line) => isObject(line) && line['signature'] === signature);
    if (found === undefined) throw new Error(`${block} does not hold ${signature}`);
    return [name, found];
  });
  return `${JSON.stringify(JSON.parse(stringifyJson(Object.fromEntries(examples))), null, 2)}\n`;
}

if (import.meta.main) {
  const [block] = process.argv.slice(2);
  if (block === undefined) throw new Error('Name the file of the block');
  await writeFile(recordedExamplesFile, makeRecordedExamples(block));
}
