/** Fee accounts, in a separate module because few callers need them. */

/** Owners of the bots' fee and flash-loan accounts; families as in the finder's bot filter. */
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

export const protocolFeeAccounts: ReadonlyMap<string, string> = new Map([
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
