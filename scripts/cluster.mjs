import { runWithProjectNode } from './bootstrap.mjs';

await runWithProjectNode('cluster/main.ts');
