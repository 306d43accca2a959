/**
 * Programs that a market transaction calls, by address. Public facts gathered by hand, the newest on
 * 2026-09-27; a program that is not here is unknown, not absent from the chain.
 */

/** What a program that routers trade through is; only some are markets with pools of their own. */
type AmmKind = 'amm' | 'bonding-curve' | 'vault' | 'staking' | 'jupiter-routable-non-amm';

interface AmmProgram {
  /** Lower-case name of the makers, shared by the versions of one AMM. */
  readonly family: string;
  readonly kind: AmmKind;
}

type ProgramTable<Known = object> = ReadonlyMap<string, { readonly name: string } & Known>;

type Row = readonly [address: string, name: string, familyOrRole: string];
type NameRow = readonly [address: string, name: string];

const ammProgramRows: readonly Row[] = [
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 'Raydium AMM v4', 'raydium'],
  ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 'Raydium CPMM', 'raydium'],
  ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'Raydium CLMM', 'raydium'],
  ['5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h', 'Raydium Stable Swap', 'raydium'],
  ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 'Meteora DLMM', 'meteora'],
  ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 'Meteora DAMM v2', 'meteora'],
  ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', 'Meteora DAMM v1 (dynamic pools)', 'meteora'],
  ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'Orca Whirlpool', 'orca'],
  ['9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', 'Orca Token Swap v2', 'orca'],
  ['DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1', 'Orca Token Swap v1', 'orca'],
  ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', 'PumpSwap (Pump.fun AMM)', 'pump'],
  ['PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY', 'Phoenix v1', 'phoenix'],
  ['2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c', 'Lifinity v2', 'lifinity'],
  ['EewxydAPCCVuNEyrVN68PuSYdQ7wKn27V9Gjeoi8dy3S', 'Lifinity v1', 'lifinity'],
  ['SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', 'SolFi', 'solfi'],
  ['SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF', 'SolFi v2', 'solfi'],
  ['ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY', 'ZeroFi', 'zerofi'],
  ['goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE', 'GoonFi v2', 'goonfi'],
  ['9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp', 'HumidiFi', 'humidifi'],
  ['TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH', 'Tessera', 'tessera'],
  ['BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi', 'BisonFi', 'bisonfi'],
  ['ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA', 'AlphaQ', 'alphaq'],
  ['obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y', 'Obric v2', 'obric'],
  ['AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45', 'Aquifer (Nexus)', 'aquifer'],
  ['HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq', 'PancakeSwap CLMM', 'pancakeswap'],
  ['REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2', 'Byreal', 'byreal'],
  ['swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ', 'Stabble Stable Swap', 'stabble'],
  ['swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW', 'Stabble Weighted Swap', 'stabble'],
  ['SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ', 'Saber', 'saber'],
  ['SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr', 'Saros', 'saros'],
  ['1qbkdrr3z4ryLA7pZykqxvxWPoeifcVKo6ZG9CfkvVE', 'Saros DLMM', 'saros'],
  ['MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky', 'Mercurial', 'mercurial'],
  ['HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt', 'Invariant', 'invariant'],
  ['opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb', 'OpenBook v2', 'openbook'],
  ['srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX', 'OpenBook v1', 'openbook'],
  ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', 'Serum v3', 'serum'],
  ['FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X', 'FluxBeam', 'fluxbeam'],
  ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o', 'Heaven', 'heaven'],
  ['BSwp6bEBihVLdqJRKGgzjcGLHkcTuzmSo1TQkHepzH8p', 'BonkSwap', 'bonkswap'],
  ['AMM55ShdkoGRB5jVYPjWziwk8m5MpwyDgsMWHaMSQWH6', 'Aldrin', 'aldrin'],
  ['CURVGoZn8zycx6FXwwevgBTB2gVvdbGTEpvMJDbgs2t4', 'Aldrin v2', 'aldrin'],
  ['CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR', 'Crema', 'crema'],
  ['GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT', 'GooseFX GAMMA', 'goosefx'],
  ['DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm', '1Dex', '1dex'],
  ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', 'Manifest', 'manifest'],
  ['vrTGoBuy5rYSxAfV3jaRJWHH6nN9WK4NRExGxsk1bCJ', 'Vertigo', 'vertigo'],
  ['WooFif76YGRNjk1pA8wCsN67aQsD9f9iLsz4NcJ1AVb', 'Woofi', 'woofi'],
  ['fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9', 'DefiTuna', 'defituna'],
  ['ojh19ojaKduoJZuaJADhcVGp4xt1TcdAvZmpVsCorch', 'Scorch', 'scorch'],
  ['5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx', 'Sanctum Infinity', 'sanctum'],
  ['stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq', 'Sanctum Router', 'sanctum'],
  ['Archer8kgiavM61GyusMzaaS2ft5sALtNsD1HxkUPMhy', 'Archer', 'archer'],
  ['B72M6nyCLFgWiJtAN4naUTminMiTmyGcEqQHXwVeRdht', 'BinaryFi', 'binaryfi'],
  ['2DNbzPochEcyCcWMbL4d9S3u9QqQEj5bbe6cSZFvKsbh', 'BisonFi Predict', 'bisonfi'],
  ['H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt', 'Cropper', 'cropper'],
  ['DNL1tgEj3nJovHw9jtyCCQD3arssCJzkmpDizknwzey4', 'Denali', 'denali'],
  ['DRVSpZ2YUYYKgZP8XtLhAGtT1zYSCKzeHfb4DgRnrgqD', 'Deriverse', 'deriverse'],
  ['DSwpgjMvXhtGn6BsbqmacdBZyfLj6jSWf3HJpdJtmg6N', 'DexLab', 'dexlab'],
  ['FLiNTXPwppyoJabCoxc2uiiRygAHpmMXajiDXo2Ub1z', 'Flint', 'flint'],
  ['FLUX6xBayGxLX9UcimVRxXFMHH6q43mAbRvDzSpCsvfK', 'Flux', 'flux'],
  ['gatorLx9aC1e5ZWAXscv5QRKiLXnLPLXjftVc81h1Hr', 'GatorSwap', 'gatorswap'],
  ['srAMMzfVHVAtgSJc8iH6CfKzuWuUTzLHVCE81QU1rgi', 'Gavel', 'gavel'],
  ['Gswppe6ERWKpUTXvRPfXdzHhiCyJvLadVvXGfdpBqcE1', 'Guacswap', 'guacswap'],
  ['HADRoNbLovyqhCsocfYQYB7QdfCAAinN9HTePvBCVDQ8', 'Hadron', 'hadron'],
  ['HYEXCHtHkBagdStcJCp3xbbb9B7sdMdWXFNj6mdsG4hn', 'Hylo Exchange', 'hylo-exchange'],
  ['jupZ4m2GqUCJ5iueMfzQf8khFfH31d4XAQt3RzCT9Vd', 'JupLend AMM', 'juplend-amm'],
  ['3TK9D8aoBFYjYZtKCjciPrVrRStsnvo7KmpcJqDavpaU', 'Kipseli', 'kipseli'],
  ['BQEJZUB4CzoT6UhRffoCkqCyqQNrCPCSGHcPEmsdbEsX', 'LemmingsFi', 'lemmingsfi'],
  ['MSwapi3WhNKMUGm9YrxGhypgUEt7wYQH3ZgG32XoWzH', 'M Swap', 'm-swap'],
  ['FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq', 'MetaDAO', 'metadao'],
  ['Bvs46DPFxiFE6YHxLDLD6QAUcmy51FyRVPZJusPxLk3j', 'Metric', 'metric'],
  ['HBVw6bZtcCaezhcBrmfyXBSBRWCdv72271xQ4GPvms2z', 'Obsidian', 'obsidian'],
  ['omnixgS8fnqHfCcTGKWj6JtKjzpJZ1Y5y9pyFkQDkYE', 'Omnipair', 'omnipair'],
  ['PSwapMdSai8tjrEXcxFeQth87xC4rRsa4VA5mhGhXkP', 'Penguin', 'penguin'],
  ['NUMERUNsFCP3kuNmWZuXtm1AaQCPj9uw6Guv2Ekoi5P', 'Perena', 'perena'],
  ['save8RQVPMWNTzU18t3GBvBkN9hT7jsGjiCQ28FpD9H', 'Perena Star V2', 'perena-star-v2'],
  ['PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu', 'Perps', 'jupiter-perps'],
  ['QUayE6nexQWYNZAEqfN8FxoNwQDSu3CAzT2qq9J1ArG', 'Quay', 'quay'],
  ['riptK81hDxhe5pW5jSzSM9iRA8azgEgLJ4dXkPtBS7j', 'Riptide', 'riptide'],
  ['runnrXXdsSRkdueCRYxKDvSWfv6nAnrG5dcM29qj1HA', 'RunnerRodeo', 'runnerrodeo'],
  ['DecZY86MU5Gj7kppfUCEmd4LbXXuyZH1yHaP2NTqdiZB', 'Saber (Decimals)', 'saber'],
  ['SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY', 'Sanctum', 'sanctum'],
  ['SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn', 'Sanctum', 'sanctum'],
  ['SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy', 'Sanctum', 'sanctum'],
  ['pegVkBpfR9GFi5Jaa9YXAHACyM9CzCNvhc5bf8GWNyW', 'Sanctum Prop S', 'sanctum'],
  ['so1f7APRw5pJ5iNJrM9g5X9tQgXzk8kMUnXxDNdt99b', 'Sanctum SOLS', 'sanctum'],
  ['SCALEwAvEK5gtkdHiFzXfPgtk2YwJxPDzaV3aDmR7tA', 'Scale Amm', 'scale'],
  ['SCALEWoRSpVZpMRqHEcDfNvBh3nUSe34jDr9r689gLa', 'Scale Vmm', 'scale'],
  ['6dMXqGZ3ga2dikrYS9ovDXgHGh5RUsb2RTUj6hrQXhk6', 'Stabble CLMM', 'stabble'],
  ['ghosty4ZU1Qk1HN7Ymz4pZ15QfspzJZgSYFkdKN6ZLK', 'Stableswap', 'stableswap'],
  ['Dooar9JkhdZ7J3LHN3A7YCuoGRUggXhQaG4kijfLGU2j', 'StepN', 'stepn'],
  ['9VX8EKBg6vM6tA68xaDsPkbrx26XConZjkQmhVApUptc', 'TaurusFi', 'taurusfi'],
  ['SwaPpA9LAaLfeLi3a68M4DjnLqgtticKg6CnyNwgAC8', 'Token Swap', 'token-swap'],
  ['8ZoPDsvLWXthQaZz6aJJEWNFBZKk2ePuygi6LHT7F7Hh', 'Trench', 'trench'],
  ['CURVEmPpijXDTNdqrA9PGP1io2rkgiVXH26xdXVGLLfz', 'Trends', 'trends'],
  ['5U3EU2ubXtK84QcRjWVmYt9RaDyA8gKxdUrPFXmZyaki', 'Virtuals', 'virtuals'],
  ['FW6zUqn4iKRaeopwwhwsquTY6ABWLLgjxtrC3VPnaWBf', 'WhaleStreet', 'whalestreet'],
  ['goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j', 'GoonFi', 'goonfi'],
  ['QuaNtZsgYRe5Z9Bk4LZ4cTD9tbkVoyCNf1R2BN9bBDv', 'Quantum', 'quantum'],
  ['SCoRcH8c2dpjvcJD6FiPbCSQyQgu3PcUAWj2Xxx3mqn', 'Scorch (swap program)', 'scorch'],
  ['SSwpMgqNDsyV7mAgN9ady4bDVu5ySjmmXejXvy2vLt1', 'Step', 'step'],
  ['CTMAxxk34HjKWxQ3QLZK1HpaLXmBveao3ESePXbiyfzh', 'Cropper', 'cropper'],
  ['SCHAtsf8mbjyjiv4LkhLKutTf6JnZAbdJKFkXQNMFHZ', 'Sencha', 'sencha'],
  ['cysPXAjehMpVKUapzbMCCnpFxUFFryEWEaLgnb9NrR8', 'Cykura', 'cykura'],
  ['7WduLbRfYhTJktjLw5FDEyrqoEv61aTTCuGAetgLjzN5', 'GooseFX', 'goosefx'],
  ['D3BBjqUdCYuP18fNvvMbPAZ8DpcRi4io2EsYHQawJDag', 'Balansol', 'balansol'],
  ['dp2waEWSBy5yKmq65ergoU3G6qRLmqa6K7We4rZSKph', 'Dradex', 'dradex'],
  ['9tKE7Mbmj4mxDjWatikzGAtkoWosiiZX9y6J4Hfm2R8H', 'Marco Polo', 'marco-polo'],
  ['2KehYt3KsEQR53jYcxjbQp2d2kCp4AkuQW68atufRwSr', 'Symmetry', 'symmetry'],
  ['GFXsSL5sSaDfNFQUYsHekbWBW1TsFdjDYzACh62tEHxn', 'GooseFX v2', 'goosefx-v2'],
  ['C1onEW2kPetmHmwe74YC1ESx3LnFEpVau6g2pg4fHycr', 'Clone', 'clone'],
];

const bondingCurveRows: readonly Row[] = [
  ['LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj', 'Raydium LaunchLab', 'raydium'],
  ['dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN', 'Meteora Dynamic Bonding Curve', 'meteora'],
  ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', 'Pump.fun bonding curve', 'pump'],
  ['MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG', 'Moonit (Moonshot)', 'moonit'],
  ['boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4', 'Boop.fun', 'boop'],
];

const vaultRows: readonly Row[] = [
  ['24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi', 'Meteora Vault', 'meteora'],
];

const stakingRows: readonly Row[] = [
  ['MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD', 'Marinade', 'marinade'],
];

const otherRoutableRows: readonly Row[] = [
  ['CarrotwivhMpDnm27EHmRLeQ683Z1PufuqEmBZvD282s', 'Carrot', 'carrot'],
  ['treaf4wWBBty3fHdyBpo35Mz84M8k3heKXmjmi9vFt5', 'Helium Network', 'helium-network'],
  ['HumaXepHnjaRCpjYTokxY4UtaJcmx41prQ8cxGmFC5fn', 'Huma', 'huma'],
  ['jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9', 'Jupiter Lend Earn', 'jupiter-lend-earn'],
  ['fd3nMFYTQjX1yr5ER8u7tPdHJB7qt8RpDpNtLQX2Br5', 'JupiterRfqV2', 'jupiterrfqv2'],
  ['endoLNCKTqDn8gSVnN2hDdpgACUPWHZTwoYnnMybpAT', 'Solayer', 'solayer'],
  ['2rU1oCHtQ7WJUvy15tKtFvxdYNNSc3id7AzUcjeFSddo', 'VaultLiquidUnstake', 'vaultliquidunstake'],
  ['vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8', 'Voltr', 'voltr'],
  ['StaKE6XNKVVhG8Qu9hDJBqCW3eRe7MDGLz17nJZetLT', 'XOrca', 'xorca'],
];

const routerRows: readonly NameRow[] = [
  ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'Jupiter'],
  ['JUP2jxvXaqu7NQY1GmNF4m1vodw12LVXYxbFL2uJvfo', 'JupiterV2'],
  ['JUP4Fb2cqiRUcaTHdrPC8h2gNsA2ETXiPDD33WcGuJB', 'JupiterV4'],
  ['DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M', 'JupiterDCA'],
  ['DCAKxn5PFNN1mBREPWGdk1RXg5aVH9rPErLfBFEi2Emb', 'JupiterDcaKeeper1'],
  ['DCAKuApAuZtVNYLk3KTAVW9GLWVvPbnb5CxxRRmVgcTr', 'JupiterDcaKeeper2'],
  ['DCAK36VfExkPdAkYUQg6ewgxyinvcEyPLyHjRbmveKFw', 'JupiterDcaKeeper3'],
  ['jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu', 'JupiterLimit'],
  ['j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X', 'JupiterLimitV2'],
  ['VALaaymxQh2mNy2trH9jUqHT1mTow76wpTcGmSWSwJe', 'JupiterVA'],
  ['6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma', 'OKX'],
  ['HV1KXxWFaSeriyFvXyx48FqG9BoFbfinB8njCJonqP7K', 'OKXRouter'],
  ['routeUGWgWzqBWFcrCfv8tritsqukccJPu3q5GPP3xS', 'RaydiumRoute'],
  ['BSfD6SHZigAfDWSjzD5Q41jw8LmKwtmjskPH9XW1mrRW', 'Photon'],
  ['DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH', 'DFlow aggregator v4'],
  ['T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT', 'Titan'],
  ['proVF4pMXVaYqmy4NjniPh4pqKNfMmsihgd4wdkCX3u', 'OKX DEX Router v2'],
  ['61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH', 'Jupiter Z (RFQ order engine)'],
];

const terminalRows: readonly NameRow[] = [
  ['GMgnVFR8Jb39LoXsEVzb3DvBy3ywCmdmJquHUy1Lrkqb', 'GMGN'],
  ['BANANAjs7FJiPQqJTGFzkZJndT9o7UmKiYYGaJz6frGu', 'BananaGun'],
  ['minTcHYRLVPubRK8nt6sqe2ZpWrGDLQoNLipDJCGocY', 'Mintech'],
  ['b1oomGGqPKGD6errbyfbVMBuzSC8WtAAYo8MwNafWW1', 'Bloom'],
  ['MaestroAAe9ge5HTc64VbBQZ6fP77pwvrhM8i1XWSAx', 'Maestro'],
  ['NoVA1TmDUqksaj2hB1nayFkPysjJbFiU76dT4qPw2wm', 'Nova'],
  ['JSW99DKmxNyREQM14SQLDykeBvEUG63TeohrvmofEiw', 'Apepro'],
];

const botRows: readonly Row[] = [
  ['MEViEnscUm6tsQRoGd9h6nLQaQspKj7DB2M5FwM3Xvz', 'Solana MEV Bot, on-chain program', 'SMB'],
  ['MEVbwoHUDJNcxZHFFg4XsyuQmBUeXEHFLNqXH635Sgi', 'Solana MEV Bot, Jupiter variant', 'SMB'],
  ['NA247a7YE9S3p9CdKmMyETx8TTwbSdVbVYHHxpnHTUV', 'NotArb, main program', 'NOTARB'],
  ['FAMBuBHJ1U8DUeY3HNGuW9XsCM4bPZKYk9NXSyR2W2zd', 'NotArb on-chain program', 'NOTARB'],
  ['NA365bsPdvZ8sP58qJ5QFg7eXygCe8aPRRxR9oeMbR5', 'NotArb program (legacy)', 'NOTARB'],
  [
    'XXXaoN1GUF9895Tf9ojksGiGJa37F5op23QTYPvUH5H',
    'guard program around Jupiter routes (no public label)',
    'NOTARB',
  ],
];

const coreRows: readonly Row[] = [
  ['11111111111111111111111111111111', 'System Program', 'system'],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'SPL Token Program', 'token'],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'Token-2022 Program', 'token'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'Associated Token Account Program', 'ata'],
  ['ComputeBudget111111111111111111111111111111', 'Compute Budget Program', 'compute-budget'],
  ['AddressLookupTab1e1111111111111111111111111', 'Address Lookup Table Program', 'alt'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo Program v2', 'memo'],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', 'Memo Program v1', 'memo'],
  ['Vote111111111111111111111111111111111111111', 'Vote Program', 'vote'],
  ['Stake11111111111111111111111111111111111111', 'Stake Program', 'stake'],
  ['Ed25519SigVerify111111111111111111111111111', 'Ed25519 SigVerify Precompile', 'precompile'],
  ['KeccakSecp256k11111111111111111111111111111', 'Secp256k1 SigVerify Precompile', 'precompile'],
  ['L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95', 'Lighthouse Program (assertions)', 'assert'],
];

const toAmmEntries = (kind: AmmKind, rows: readonly Row[]) =>
  rows.map(([address, name, family]) => [address, { name, family, kind }] as const);
const toNamedPrograms = (rows: readonly NameRow[]): ProgramTable =>
  new Map(rows.map(([address, name]) => [address, { name }]));

/** Programs that hold pools, and what else routers trade through. */
export const ammPrograms: ProgramTable<AmmProgram> = new Map([
  ...toAmmEntries('amm', ammProgramRows),
  ...toAmmEntries('bonding-curve', bondingCurveRows),
  ...toAmmEntries('vault', vaultRows),
  ...toAmmEntries('staking', stakingRows),
  ...toAmmEntries('jupiter-routable-non-amm', otherRoutableRows),
]);

/** Programs that pass a swap on to AMMs, or keep orders for it. */
export const routerPrograms = toNamedPrograms(routerRows);

/** Programs of the trading terminals, which take a fee and pass a swap on. */
export const terminalPrograms = toNamedPrograms(terminalRows);

/** Programs of the arbitrage bots; the family is as the finder's bot filter names it. */
export const botPrograms: ProgramTable<{ readonly family: string }> = new Map(
  botRows.map(([address, name, family]) => [address, { name, family }]),
);

/** Programs that hold no market: the chain's own, and those that only note or assert. */
export const corePrograms: ProgramTable<{ readonly role: string }> = new Map(
  coreRows.map(([address, name, role]) => [address, { name, role }]),
);

/** Programs that lend: borrowing, repaying and liquidating is no swap on a pool. */
export const lendingPrograms = toNamedPrograms([
  ['KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD', 'Kamino Lend (flash loans)'],
  ['So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo', 'Save (Solend)'],
  ['MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA', 'marginfi v2'],
  ['4MangoMjqJ2firMokCjjGgoK8d4MXcrgL7XJaL3w6fVg', 'Mango v4'],
  ['dRiftyHA39MWEi3m9aunc5MzRF1JYuBsbn6VPcn33UH', 'Drift'],
  ['Port7uDYB3wk6GJAw4KT1WpTeMtSu9bTcChBHkX2LfR', 'Port Finance'],
]);

export const systemProgram = '11111111111111111111111111111111';
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';
export const addressLookupTableProgram = 'AddressLookupTab1e1111111111111111111111111';
export const voteProgram = 'Vote111111111111111111111111111111111111111';
