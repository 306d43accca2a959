import { fuzzLandingChecks } from './landingChecks.ts';

fuzzLandingChecks({ mutations: 50_000, seed: 20_261_001 });
