import { runWithProjectNode } from './bootstrap.mjs';

await runWithProjectNode('test/main.ts');
