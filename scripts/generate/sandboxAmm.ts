import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';
import type { Generated } from './generated.ts';
import { assemble } from './sbpfAssembler.ts';

const source = 'src/engine/sandbox/amm/sandboxAmm.s';

/** A shared object in Base64. */
export const sandboxAmmFile: Generated = {
  file: 'src/engine/sandbox/amm/sandboxAmm.json',
  make: () => {
    const program = assemble(readFileSync(join(root, source), 'utf8')).toString('base64');
    return `${JSON.stringify({ program }, null, 2)}\n`;
  },
};
