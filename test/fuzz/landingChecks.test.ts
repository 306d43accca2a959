import { fuzzLandingChecks } from './landingChecks.ts';

fuzzLandingChecks({ mutations: 5_000, seed: 20_260_901 });
