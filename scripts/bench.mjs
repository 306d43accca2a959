import { runWithProjectNode } from './bootstrap.mjs';

await runWithProjectNode('bench/main.ts');
