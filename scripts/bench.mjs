import { runWithProjectNode } from './bootstrap.mjs';

runWithProjectNode('bench/main.ts');
