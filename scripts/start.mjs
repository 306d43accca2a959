import { runWithProjectNode } from './bootstrap.mjs';

await runWithProjectNode('start/main.ts');
