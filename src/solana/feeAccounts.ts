/**
 * Fee accounts, in a separate module because few callers need them. To renew: read the global accounts
 * of both Pump programs and pump-fun/pump-public-docs; for others, compare with FEE_ACCOUNTS of
 * cxcx-ai/solana-dex-parser, and with what bots pay in recent arbitrages.
 */

/**
 * Owners of the bots' fee and flash-loan accounts, or those accounts; families as in the finder's bot
 * filter. The first three: mainnet blocks of 2025-04; the others: mainnet, 2026-06, and public clients.
 */
export const botFeeOwners = new Map([
  ['AtfwFfmzS5BQr5fe2cfSSm44XG1Ruqh9BvtXoXThGbd6', { family: 'NOTARB', role: 'fee owner' }],
  [
    '5LFpzqgsxrSfhKwbaFiAEJ2kbc9QyimjKueswsyU4T3o',
    { family: 'SMB', role: 'flash-loan vault owner' },
  ],
  [
    '6AGB9kqgSp2mQXwYpdrV4QVV8urvCaDS35U1wsLssy6H',
    { family: 'SMB', role: 'flash-loan fee account' },
  ],
  ...[
    'GPpkDpzCDmYJY5qNhYmM14c7rct1zmkjWc2CjR5g7RZ1',
    'J6c7noBHvWju4mMA3wXt3igbBSp2m9ATbA6cjMtAUged',
    'BjsfwxDu7GX7RRW6oSRTpMkASdXAgCcHnXEcatqSfuuY',
    'GzVRuLF349u78FHpr8KbqMhrZ1aDxnhSF59JWiZ6tbgt',
  ].map((account) => [account, { family: 'SMB', role: 'fee account' }] as const),
  [
    '7Qk9jBNNwpwg2oH2yRLq8CDqEiT11Evod29dQZgsnYzA',
    { family: '4Qv3mbzcq1bKmrhGG4voS3EemfPd7f838FLUU7wBHSyi', role: 'fee collector' },
  ],
]);

export const smbLookupTable = '4sKLJ1Qoudh8PJyqBeuKocYdsZvxTcRShUt9aKqwhgvC';

/** https://github.com/pump-fun/pump-public-docs, docs/FEE_RECIPIENTS.md, read on 2026-11-29. */
export const pumpBuybackAccounts = [
  '5YxQFdt3Tr9zJLvkFccqXVUwhdTWJQc1fFg2YPbxvxeD',
  '9M4giFFMxmFGXtc3feFzRai56WbBqehoSeRE5GK7gf7',
  'GXPFM2caqTtQYC2cJ5yJRi9VDkpsYZXzYdwYpGnLmtDL',
  '3BpXnfJaUTiwXnJNe7Ej1rcbzqTTQUvLShZaWazebsVR',
  '5cjcW9wExnJJiqgLjq7DEG75Pm6JBgE1hNv4B2vHXUW6',
  'EHAAiTxcdDwQ3U4bU6YcMsQGaekdzLS3B5SmYo46kJtL',
  '5eHhjP8JaYkz83CWwvGU2uMUXefd3AazWGx4gpcuEEYD',
  'A7hAgCzFw14fejgCp387JUJRMNyz4j89JKnhtKU8piqW',
];

/** As above: recipients that coins of the Mayhem mode pay instead of the protocol's. */
const pumpReservedAccounts = [
  'GesfTA3X2arioaHp8bbKdjG9vJtskViWACZoYvxp4twS',
  '4budycTjhs9fD6xw62VBducVTNgMgJJ5BgtKq7mAZwn6',
  '8SBKzEQU4nLSzcwF4a74F2iaUDQyTfjGndn6qUWBnrpR',
  '4UQeTP1T39KZ9Sfxzo3WR5skgsaP6NZa87BAkuazLEKH',
  '8sNeir4QsLsJdYpc9RZacohhK1Y5FLU3nC5LXgYB4aa6',
  'Fh9HmeLNUMVCvejxCtCL2DbYaRyBFVJ5xrWkLnMH6fdk',
  '463MEnMeGyJekNZFQSTUABBEbLnvMTALbT6ZmsxAbAdq',
  '6AUH3WEHucYZyC61hqpqYUWVto5qA5hjHuNQ32GNnNxA',
];

const numbered = (name: string, accounts: readonly string[]) =>
  accounts.map((account, index) => [account, `${name} ${index + 1}`] as const);

/** Wallets that public lists name as routers (cxcx-ai/solana-dex-parser, 2026-09). */
export const routerWallets: ReadonlyMap<string, string> = new Map([
  ['DCAKxn5PFNN1mBREPWGdk1RXg5aVH9rPErLfBFEi2Emb', 'JupiterDcaKeeper1'],
  ['DCAKuApAuZtVNYLk3KTAVW9GLWVvPbnb5CxxRRmVgcTr', 'JupiterDcaKeeper2'],
  ['DCAK36VfExkPdAkYUQg6ewgxyinvcEyPLyHjRbmveKFw', 'JupiterDcaKeeper3'],
  ['HV1KXxWFaSeriyFvXyx48FqG9BoFbfinB8njCJonqP7K', 'OKXRouter'],
]);

/** FEE_ACCOUNTS of cxcx-ai/solana-dex-parser, 2026-09, and those named above. */
export const protocolFeeAccounts: ReadonlyMap<string, string> = new Map([
  ...numbered('Pump Buyback', pumpBuybackAccounts),
  ...numbered('Pump Reserved Fee', pumpReservedAccounts),
  // A public list, 2026-11.
  ['HEvSKofvBgfaexv23kMabbYqxasxU3mQ4ibBMEmJWHny', 'Heaven vault'],
  ['45ruCyfdRkWpRNGEqWzjCiXRHkZs8WXCLQ67Pnpye7Hp', 'Jupiter Partner Referral Fee Vault'],
  ['39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg', 'Pumpfun Migrator'],
  ['FWsW1xNtWscwNmKv6wVsU1iTzRN6wmmk3MjxRP5tT7hz', 'PumpfunAMM Fee1'],
  ['G5UZAVbAf46s7cKWoyKu8kYTip9DGTpbLZ2qa9Aq69dP', 'PumpfunAMM Fee2'],
  ['7hTckgnGnLQR6sdH7YkqFTAA7VwTfYFaZ6EhEsU3saCX', 'PumpfunAMM Fee3'],
  ['9rPYyANsfQZw3DnDmKE3YCQF5E8oD89UXoHn9JFEhJUz', 'PumpfunAMM Fee4'],
  ['7VtfL8fvgNfhz17qKRMjzQEXgbdpnHHHQRh54R9jP2RJ', 'PumpfunAMM Fee5'],
  ['AVmoTthdrX6tKt4nDjco2D775W2YK3sDhxPcMmzUAmTY', 'PumpfunAMM Fee6'],
  ['62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV', 'PumpfunAMM Fee7'],
  ['JCRGumoE9Qi5BBgULTgdgTLjSgkCMSbF62ZZfGs84JeU', 'PumpfunAMM Fee8'],
  ['CebN5WGQ4jvEPvsVU4EoHEpgzq1VV7AbicfhtW4xC9iM', 'Pumpfun Fee'],
  ['AVUCZyuT35YSuj4RH7fwiyPu82Djn2Hfg7y2ND2XcnZH', 'Photon Fee Vault'],
  ['BUX7s2ef2htTGb2KKoPHWkmzxPj4nTWMWRgs5CSbQxf9', 'BonkSwap Fee'],
  ['CdQTNULjDiTsvyR5UKjYBMqWvYpxXj6HY4m6atm2hErk', 'Meteora Fee Vault'],
]);
