// Only in test:all: landingChecks tries fewer mutations.

import { fuzzLandingChecks } from './landingChecks.ts';

fuzzLandingChecks({ mutations: 50_000, seed: 20_260_902 });
fuzzLandingChecks({ mutations: 50_000, seed: 20_261_001 });
