/**
 * Accounts that take tips for submitting a transaction, by provider. Providers change their lists:
 * a transfer to an account that is not here can still be a tip.
 */

/** Newest source of this table. */
export const tipAccountsDate = '2026-09-27';

interface TipProvider {
  /** What the provider calls itself. */
  readonly name: string;
  readonly accounts: readonly string[];
}

/** Those of the interface under its names, then further ones under their own. */
const tipProviderTable: Readonly<Record<string, TipProvider>> = {
  FAST: {
    name: 'Circular FAST',
    accounts: ['FAST3dMFZvESiEipBvLSiXq3QCV51o3xuoHScqRU6cB6'],
  },
  TEMPORAL: {
    name: 'Temporal Nozomi',
    accounts: [
      'TEMPaMeCRFAS9EKF53Jd6KpHxgL47uWLcpFArU1Fanq',
      'noz3jAjPiHuBPqiSPkkugaJDkJscPuRhYnSpbi8UvC4',
      'noz3str9KXfpKknefHji8L1mPgimezaiUyCHYMDv1GE',
      'noz6uoYCDijhu1V7cutCpwxNiSovEwLdRHPwmgCGDNo',
      'noz9EPNcT7WH6Sou3sr3GGjHQYVkN3DNirpbvDkv9YJ',
      'nozc5yT15LazbLTFVZzoNZCwjh3yUtW86LoUyqsBu4L',
      'nozFrhfnNGoyqwVuwPAW4aaGqempx4PU6g6D9CJMv7Z',
      'nozievPk7HyK1Rqy1MPJwVQ7qQg2QoJGyP71oeDwbsu',
      'noznbgwYnBLDHu8wcQVCEw6kDrXkPdKkydGJGNXGvL7',
      'nozNVWs5N8mgzuD3qigrCG2UoKxZttxzZ85pvAQVrbP',
      'nozpEGbwx4BcGp6pvEdAh1JoC2CQGZdU6HbNP1v2p6P',
      'nozrhjhkCr3zXT3BiT4WCodYCUFeQvcdUkM7MqhKqge',
      'nozrwQtWhEdrA6W8dkbt9gnUaMs52PdAv5byipnadq3',
      'nozUacTVWub3cL4mJmGCYjKZTnE9RbdY5AP46iQgbPJ',
      'nozWCyTPppJjRuw2fpzDhhWbW355fzosWSzrrMYB1Qk',
      'nozWNju6dY353eMkMqURqwQEoM3SFgEKC6psLCSfUne',
      'nozxNBgWohjR75vdspfxR5H9ceC7XXH99xpxhVGt3Bb',
    ],
  },
  JITO: {
    name: 'Jito',
    accounts: [
      '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
      'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
      'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
      'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
      'DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh',
      'ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt',
      'DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL',
      '3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT',
    ],
  },
  NEXTBLOCK: {
    name: 'NextBlock',
    accounts: [
      'NextbLoCkVtMGcV47JzewQdvBpLqT9TxQFozQkN98pE',
      'NexTbLoCkWykbLuB1NkjXgFWkX9oAtcoagQegygXXA2',
      'NeXTBLoCKs9F1y5PJS9CKrFNNLU1keHW71rfh7KgA1X',
      'NexTBLockJYZ7QD7p2byrUa6df8ndV2WSd8GkbWqfbb',
      'neXtBLock1LeC67jYd1QdAa32kbVeubsfPNTJC1V5At',
      'nEXTBLockYgngeRmRrjDV31mGSekVPqZoMGhQEZtPVG',
      'NEXTbLoCkB51HpLBLojQfpyVAMorm3zzKg7w9NFdqid',
      'nextBLoCkPMgmG8ZgJtABeScP35qLa2AMCNKntAP7Xc',
    ],
  },
  BLOX: {
    name: 'bloXroute',
    accounts: [
      'HWEoBxYs7ssKuudEjzjmpfJVX7Dvi7wescFsVx2L5yoY',
      '95cfoy472fcQHaw4tPGBTKpn6ZQnfEPfBgDQx6gcRmRg',
      '3UQUKjhMKaY2S6bjcQD6yHB7utcZt5bfarRCmctpRtUd',
      'FogxVNs6Mm2w9rnGL1vkARSwJxvLE8mujTv3LK8RnUhF',
      'bLx7MvxGaKdKL7mEbpk9tC79z6MnBSJoJkuaEAPu6Nd',
      'bLx7XBqSg3LUPVf1bRgCnkJmgVZR8QEgDJBPqcRLHvp',
      'bLx8KeZxinPwy6kkUgyzMLeqb2ARNsWjADG1dhSsVba',
      'bLxADBknoNj8WAGw2W6GBYeq848Xx6ajhaymV1YvrHm',
      'bLxAc88vRBwvcUQJEgcxNfBLvHPikY4csNsUmPeWea2',
      'bLxQ88oCiTsL8Xj4YWekKi1hjrgmbE3J3FFZ2xZHR3h',
      'bLxS7NoLuynNRJ4mCnEE2YbtwJFttYsEyp2ME7rp2yt',
      'bLxW6mCov7VEbrKc3S9tcBRcfSzRnLCbNp3Dfn3SJG5',
      'bLxXSGXs4mYPTC5okZXed1qzvjNwNJ48QJ82hT2V7w7',
      'bLxYi3vojbbB7hVzVDVTdBLVPhp7GJ3ZB3BwdK5sFXi',
      'bLxhLPgBXtUpX4b1bH3HatuMGMSKT9GnwtuCGiMSAqe',
      'bLxpY1mniuFW4PgkNA4JiNxoeKHFszryi6tNgyZAiAA',
      'bLxuETxd2tgWxBALNwPzAfHhsik4BzD3nrEBCiPNZQD',
      'bLxuL2gK5FW7xfahvwLrxLyW76vcCpNsKQY2CmnE6kV',
      'bLxv4Hnub7nDJWHs8s17o9bGU65Bnx6Yqp2fqtMgHmm',
    ],
  },
  ASTRALANE: {
    name: 'Astralane',
    accounts: [
      'astrazznxsGUhWShqgNtAdfrzP2G83DzcWVJDxwV9bF',
      'astra4uejePWneqNaJKuFFA8oonqCE1sqF6b45kDMZm',
      'astra9xWY93QyfG6yM8zwsKsRodscjQ2uU2HKNL5prk',
      'astraRVUuTHjpwEVvNBeQEgwYx9w9CFyfxjYoobCZhL',
      'astraEJ2fEj8Xmy6KLG7B3VfbKfsHXhHrNdCQx7iGJK',
      'astraubkDw81n4LuutzSQ8uzHCv4BhPVhfvTcYv8SKC',
      'astraZW5GLFefxNPAatceHhYjfA1ciq9gvfEg2S47xk',
      'astrawVNP4xDBKT7rAdxrLYiTSTdqtUr63fSMduivXK',
      'AstrA1ejL4UeXC2SBP4cpeEmtcFPZVLxx3XGKXyCW6to',
      'AsTra79FET4aCKWspPqeSFvjJNyp96SvAnrmyAxqg5b7',
      'AstrABAu8CBTyuPXpV4eSCJ5fePEPnxN8NqBaPKQ9fHR',
      'AsTRADtvb6tTmrsqULQ9Wji9PigDMjhfEMza6zkynEvV',
      'AsTRAEoyMofR3vUPpf9k68Gsfb6ymTZttEtsAbv8Bk4d',
      'AStrAJv2RN2hKCHxwUMtqmSxgdcNZbihCwc1mCSnG83W',
      'Astran35aiQUF57XZsmkWMtNCtXGLzs8upfiqXxth2bz',
      'AStRAnpi6kFrKypragExgeRoJ1QnKH7pbSjLAKQVWUum',
      'ASTRaoF93eYt73TYvwtsv6fMWHWbGmMUZfVZPo3CRU9C',
    ],
  },
  FLASHBLOCK: {
    name: 'FlashBlock',
    accounts: [
      'FLaShB3iXXTWE1vu9wQsChUKq3HFtpMAhb8kAh1pf1wi',
      'FLashhsorBmM9dLpuq6qATawcpqk1Y2aqaZfkd48iT3W',
      'FLaSHJNm5dWYzEgnHJWWJP5ccu128Mu61NJLxUf7mUXU',
      'FLaSHR4Vv7sttd6TyDF4yR1bJyAxRwWKbohDytEMu3wL',
      'FLASHRzANfcAKDuQ3RXv9hbkBy4WVEKDzoAgxJ56DiE4',
      'FLasHstqx11M8W56zrSEqkCyhMCCpr6ze6Mjdvqope5s',
      'FLAShWTjcweNT4NSotpjpxAkwxUr2we3eXQGhpTVzRwy',
      'FLasHXTqrbNvpWFB6grN47HGZfK6pze9HLNTgbukfPSk',
      'FLAshyAyBcKb39KPxSzXcepiS8iDYUhDGwJcJDPX4g2B',
      'FLAsHZTRcf3Dy1APaz6j74ebdMC6Xx4g6i9YxjyrDybR',
    ],
  },
  NODEONE: {
    name: 'node1.me',
    accounts: [
      'node1PqAa3BWWzUnTHVbw8NJHC874zn9ngAkXjgWEej',
      'node1UzzTxAAeBTpfZkQPJXBAqixsbdth11ba1NXLBG',
      'node1Qm1bV4fwYnCurP8otJ9s5yrkPq7SPZ5uhj3Tsv',
      'node1PUber6SFmSQgvf2ECmXsHP5o3boRSGhvJyPMX1',
      'node1AyMbeqiVN6eoQzEAwCA6Pk826hrdqdAHR7cdJ3',
      'node1YtWCoTwwVYTFLfS19zquRQzYX332hs1HEuRBjC',
    ],
  },
  RAZOR: {
    name: 'BlockRazor',
    accounts: [
      'FjmZZrFvhnqqb9ThCuMVnENaM3JGVuGWNyCAxRJcFpg9',
      '6No2i3aawzHsjtThw81iq1EXPJN6rh8eSJCLaYZfKDTG',
      'A9cWowVAiHe9pJfKAj3TJiN9VpbzMUq6E4kEvf5mUT22',
      'Gywj98ophM7GmkDdaWs4isqZnDdFCW7B46TXmKfvyqSm',
      '68Pwb4jS7eZATjDfhmTXgRJjCiZmw1L7Huy4HNpnxJ3o',
      '4ABhJh5rZPjv63RBJBuyWzBK3g9gWMUQdTZP2kiW31V9',
      'B2M4NG5eyZp5SBQrSdtemzk5TqVuaWGQnowGaCBt8GyM',
      '5jA59cXMKQqZAVdtopv8q3yyw9SYfiE3vUCbt7p8MfVf',
      '5YktoWygr1Bp9wiS1xtMtUki1PeYuuzuCF98tqwYxf61',
      '295Avbam4qGShBYK7E9H5Ldew4B3WyJGmgmXfiWdeeyV',
      'EDi4rSy2LZgKJX74mbLTFk4mxoTgT6F7HxxzG2HBAFyK',
      'BnGKHAC386n4Qmv9xtpBVbRaUTKixjBe3oagkPFKtoy6',
      'Dd7K2Fp7AtoN8xCghKDRmyqr5U169t48Tw5fEd3wT9mq',
      'AP6qExwrbRgBAVaehg4b5xHENX815sMabtBzUzVB4v8S',
    ],
  },
  SENDER: {
    name: 'Helius Sender',
    accounts: [
      '4ACfpUFoaSD9bfPdeu6DBt89gB6ENTeHBXCAi87NhDEE',
      'D2L6yPZ2FmmmTKPgzaMKdhu6EWZcTpLy1Vhx8uvZe7NZ',
      '9bnz4RShgq1hAnLnZbP8kbgBg1kEmcJBYQq3gQbmnSta',
      '5VY91ws6B2hMmBFRsXkoAAdsPHBJwRfBht4DXox3xkwn',
      '2nyhqdwKcJZR2vcqCyrYsaPVdAnFoJjiksCXJ7hfEYgD',
      '2q5pghRs6arqVjRvT5gfgWfWcHWmw1ZuCzphgd5KfWGJ',
      'wyvPkWjVZz1M8fHQnMMCDTQDbkManefNNhweYk5WkcF',
      '3KCKozbAaF75qEU33jtzozcJ29yJuaLJTy2jFdzUY8bT',
      '4vieeGHPYPG2MmyPRcYjdiDmmhN3ww7hsFNap8pVN3Ey',
      '4TQLFNWK8AovT1gFvda5jfw2oJeRMKEmw7aH6MGBJ3or',
    ],
  },
  STELLIUM: {
    name: 'Stellium',
    accounts: [
      'ste11JV3MLMM7x7EJUM2sXcJC1H7F4jBLnP9a9PG8PH',
      'ste11MWPjXCRfQryCshzi86SGhuXjF4Lv6xMXD2AoSt',
      'ste11p5x8tJ53H1NbNQsRBg1YNRd4GcVpxtDw8PBpmb',
      'ste11p7e2KLYou5bwtt35H7BM6uMdo4pvioGjJXKFcN',
      'ste11TMV68LMi1BguM4RQujtbNCZvf1sjsASpqgAvSX',
    ],
  },
  ZEROSLOT: {
    name: '0slot',
    accounts: [
      'Eb2KpSC8uMt9GmzyAEm5Eb1AAAgTjRaXWFjKyFXHZxF3',
      'FCjUJZ1qozm1e8romw216qyfQMaaWKxWsuySnumVCCNe',
      'ENxTEjSQ1YabmUpXAdCgevnHQ9MHdLv8tzFiuiYJqa13',
      '6rYLG55Q9RpsPGvqdPNJs4z5WTxJVatMB8zV3WJhs5EK',
      'Cix2bHfqPcKcM233mzxbLk14kSggUUiz2A87fJtGivXr',
      '6fQaVhYZA4w3MBSXjJ81Vf6W1EDYeUPXpgVQ6UQyU1Av',
      '4HiwLEP2Bzqj3hM2ENxJuzhcPCdsafwiet3oGkMkuQY4',
      '7toBU3inhmrARGngC7z6SjyP85HgGMmCTEwGNRAcYnEK',
      '8mR3wB1nh4D6J9RUCugxUpc6ya8w38LPxZ3ZjcBhgzws',
      '6SiVU5WEwqfFapRuYCndomztEwDjvS5xgtEof3PLEGm9',
      'TpdxgNJBWZRL8UXF5mrEsyWxDWx9HQexA9P1eTWQ42p',
      'D8f3WkQu6dCF33cZxuAsrKHrGsqGP2yvAHf8mX6RXnwf',
      'GQPFicsy3P3NXxB5piJohoxACqTvWE9fKpLgdsMduoHE',
      'Ey2JEr8hDkgN8qKJGrLf2yFjRhW7rab99HVxwi5rcvJE',
      '4iUgjMT8q2hNZnLuhpqZ1QtiV8deFPy2ajvvjEpKKgsS',
      '3Rz8uD83QsU8wKvZbgWAPvCNDU6Fy8TSZTMcPm3RB6zt',
      'DiTmWENJsHQdawVUUKnUXkconcpW4Jv52TnMWhkncF6t',
      'HRyRhQ86t3H4aAtgvHVpUJmw64BDrb61gRiKcdKUXs5c',
      '7y4whZmw388w1ggjToDLSBLv47drw5SUXcLk6jtmwixd',
      'J9BMEWFbCBEjtQ1fG5Lo9kouX1HfrKQxeUxetwXrifBw',
      '8U1JPQh3mVQ4F5jwRdFTBzvNRQaYFQppHQYoH38DJGSQ',
    ],
  },
  FALCON: {
    name: 'Corvus Falcon',
    accounts: [
      'Fa1con11xLjPddfzRwRUB16sbFZggp2JeJkCeWREyR8X',
      'Fa1con11TM1RuAQzbQzYjTy4Ekfap9Lnc9fnEbQYEd6Q',
      'Fa1con113Bvi76nS5AzUiRDC2fqjfzkNMUNRLgQybMYt',
      'Fa1con1QGHJK232s8yZpzZZwqPexnAKcoyKj626LNsMv',
      'Fa1con1zUzb6qJVFz5tNkPq1Ahm8H1qKW7Q48252QbkQ',
      'Fa1con16d3MSwd3SAiwvr2LwgkpE7ot8zntbpuec8HAx',
      'Fa1con1i7mpa7Qc6epYJ6r4P9AbU77DFFz173r59Df1x',
      'Fa1con18nWn8TdAGL7JX8PertfMUGVSc899NawokJ4Bq',
      'Fa1con1GKusK2EqsfzrDzGPaYZSxQtFGzJiRMMU9Zm2g',
      'Fa1con1RDwVwM9VrJ53CwVefD3VU9c58EMpDawV7fLMi',
    ],
  },
  JUPITER_BEAM: {
    name: 'Jupiter Beam (submit API)',
    accounts: [
      'GGztQqQ6pCPaJQnNpXBgELr5cs3WwDakRbh1iEMzjgSJ',
      '2MFoS3MPtvyQ4Wh4M9pdfPjz6UhVoNbFbGJAskCPCj3h',
      'BQ72nSv9f3PRyRKCBnHLVrerrv37CYTHm5h3s9VSGQDV',
      '6U91aKa8pmMxkJwBCfPTmUEfZi6dHe7DcFq2ALvB2tbB',
      '4xDsmeTWPNjgSVSS1VTfzFq3iHZhp77ffPkAmkZkdu71',
      'CapuXNQoDviLvU1PxFiizLgPNQCxrsag1uMeyk6zLVps',
      '9nnLbotNTcUhvbrsA6Mdkx45Sm82G35zo28AqUvjExn8',
      '6LXutJvKUw8Q5ue2gCgKHQdAN4suWW8awzFVC6XCguFx',
      'HFqp6ErWHY6Uzhj8rFyjYuDya2mXUpYEk8VW75K9PSiY',
      'DSN3j1ykL3obAVNv7ZX49VsFCPe4LqzxHnmtLiPwY6xg',
      '69yhtoJR4JYPPABZcSNkzuqbaFbwHsCkja1sP1Q2aVT5',
      'HU23r7UoZbqTUuh3vA7emAGztFtqwTeVips789vqxxBw',
      '3LoAYHuSd7Gh8d7RTFnhvYtiTiefdZ5ByamU42vkzd76',
      '3CgvbiM3op4vjrrjH2zcrQUwsqh5veNVRjFCB9N6sRoD',
      'GP8StUXNYSZjPikyRsvkTbvRV1GBxMErb59cpeCJnDf1',
      '7iWnBRRhBCiNXXPhqiGzvvBkKrvFSWqqmxRyu9VyYBxE',
    ],
  },
  LIGHTSPEED: {
    name: 'Lightspeed (Solana Vibe Station)',
    accounts: [
      '53PhM3UTdMQWu5t81wcd35AHGc5xpmHoRjem7GQPvXjA',
      '9tYF5yPDC1NP8s6diiB3kAX6ZZnva9DM3iDwJkBRarBB',
      'svsMoWJBwLcs8JgfN8VaF111tAc199KpYeTKRwxRtip',
    ],
  },
  SOYAS: {
    name: 'Soyas',
    accounts: [
      'soyas4s6L8KWZ8rsSk1mF3d1mQScoTGGAgjk98bF8nP',
      'soyascXFW5wEEYiwfEmHy2pNwomqzvggJosGVD6TJdY',
      'soyasDBdKjADwPz3xk82U3TNPRDKEWJj7wWLajNHZ1L',
      'soyasE2abjBAynmHbGWgEwk4ctBy7JMTUCNrMbjcnyH',
      'soyasi59njacMUPvo3TM5paHjeK8pYSdovXgFi32gRt',
      'soyasQYhJxv8uZgWDxhg72td6piAf7XTkoyWHtSATEz',
      'soyastP66xyYC8XADXZjdMM5BAVGD2YRvz8dwtLsqb8',
      'soyasvdgUJWYcUCzDxpmjUnNjH7KamXLXTzLwFvdVPE',
      'soyasvxAunisNxaoRxkKGjNir7KmbwYnr37JmefkX9G',
      'soyas5doVFUwH8s5zK8gEvCL5KR5ogDmf52LsrJEZ9h',
    ],
  },
  SPEEDLANDING: {
    name: 'SpeedLanding',
    accounts: [
      'SpEEdz8S1KorkMZqjMUxfxrmWwofmp6ReNP2Nx6CUmq',
      'SpeeDy3GJM4wcrQmk1itRFWgidvxX4rwjTLMv78wwjE',
      'SPeEdva37vW8vRtqgYjprQs1g3965icfVN5Rt7SMAyh',
      'speEdrSEpox5GUfHWcBc7tQjRuSfUin2yvB7qoYvvJh',
      'SPeEDmkHkN3A2roSZf6aZyEMsmrGqTHKqwP51y2Y4rV',
      'SpeedLdTJXh2RKpXEaP8JCxkWoUVXhtdPQ1EnxBJMxc',
      'SpEediGKLbbXndSYTzwmz6Z3NDgHQLDcTDEvGFkSMH9',
      'speede8xCcUq2Tiv1efXeTuE3k9TDNq8TnGKaKSc6J4',
    ],
  },
  SOLAMI: {
    name: 'Solami',
    accounts: [
      '15qWd4huAkoxvhDsHMfpUn27TW1YBYMMJJ2jkAkbeam',
      '9XuGciSwr5wb7dLTQm91JhuBTvj3GG8WjuRDc3obeam',
      'kiQioJNyFG7pU36ELLsRKXkeT48kFbk3b6rSgrWbeam',
      'kjmVhW1UzJrW2sU5bY5NtZ79jpvjSStsj37Pzmabeam',
      'kREnjPWFpt4AHeY5pijPmyXaCrMnbatUQJo7d3Xbeam',
      'praRZG6N6MdbsT4EFpKgZJWReZGXQhAMFcH68oCbeam',
      'SqoKQKU5uwBxovq3R7yEBxFwptc4z7vwoghU3M9beam',
      'sV72TY66T1RfmDSeHPPbwX6wwJ3bBv5hd4ehJ8tbeam',
      'swf8MyEeLo7gtRUo27UuJj6naCASUrypU7dbteSbeam',
      'uiuaQsxA47JybQAVN4FTfYuoEDkMiXV1r591Aewbeam',
    ],
  },
  LUNARLANDER: {
    name: 'Lunar Lander',
    accounts: [
      'moon17L6BgxXRX5uHKudAmqVF96xia9h8ygcmG2sL3F',
      'moon26Sek222Md7ZydcAGxoKG832DK36CkLrS3PQY4c',
      'moon7fwyajcVstMoBnVy7UBcTx87SBtNoGGAaH2Cb8V',
      'moonBtH9HvLHjLqi9ivyrMVKgFUsSfrz9BwQ9khhn1u',
      'moonCJg8476LNFLptX1qrK8PdRsA1HD1R6XWyu9MB93',
      'moonF2sz7qwAtdETnrgxNbjonnhGGjd6r4W4UC9284s',
      'moonKfftMiGSak3cezvhEqvkPSzwrmQxQHXuspC96yj',
      'moonQBUKBpkifLcTd78bfxxt4PYLwmJ5admLW6cBBs8',
      'moonXwpKwoVkMegt5Bc776cSW793X1irL5hHV1vJ3JA',
      'moonZ6u9E2fgk6eWd82621eLPHt9zuJuYECXAYjMY1C',
    ],
  },
  GLAIVE: {
    name: 'Glaive',
    accounts: [
      'GLaiv4GMRYQmthatDS98uQT4HoucgxWT8NeJz6oSwxeU',
      'GLaivL5uPrDpvd1wTtvat38KGqb5WLhEdqQfnmNd3oNr',
      'GLaivinAWh21NaJMhtExtD5G2gZs1xnvaYVZmwqobWZL',
      'GLaivJSUL71FcocYa8tks5vpVyYzvaDMHtyrzfQF2ABr',
      'GLaivRU6eDKrta3p3psFAWPEFLzCjeMHGpPUuQqTjtyv',
      'GLaivq5dU8qHayz9Qf13LjPfVy3SmUhbmickfGiZdmfh',
    ],
  },
};

/** Tip accounts of each provider. */
export const tipAccountsByProvider: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(tipProviderTable).map(([provider, { accounts }]) => [provider, accounts]),
);

/** What each provider calls itself. */
export const tipProviderNames: ReadonlyMap<string, string> = new Map(
  Object.entries(tipProviderTable).map(([provider, { name }]) => [provider, name]),
);

/** Provider of each tip account. */
export const tipProviderByAccount: ReadonlyMap<string, string> = new Map(
  Object.entries(tipProviderTable).flatMap(([provider, { accounts }]) =>
    accounts.map((account): [string, string] => [account, provider]),
  ),
);
