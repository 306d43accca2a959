/**
 * Markets whose price somebody sets: order books. Read from the names in `solana/knownPrograms.json` on
 * 2026-11-29. To renew: look which new AMMs there match orders of users.
 */
const orderBooks: readonly string[] = [
  'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY',
  'opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb',
  'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX',
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms',
  'DRVSpZ2YUYYKgZP8XtLhAGtT1zYSCKzeHfb4DgRnrgqD',
  'dp2waEWSBy5yKmq65ergoU3G6qRLmqa6K7We4rZSKph',
];

/**
 * Markets whose makers write a quote, or that follow an oracle: the AMMs that publish no instructions
 * (`decode/ammInstructions.ts`), Lifinity and Woofi. To renew: as above.
 */
const quoted: readonly string[] = [
  '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c',
  'EewxydAPCCVuNEyrVN68PuSYdQ7wKn27V9Gjeoi8dy3S',
  'SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe',
  'SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF',
  'ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY',
  'goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE',
  'goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j',
  '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp',
  'TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH',
  'BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi',
  '2DNbzPochEcyCcWMbL4d9S3u9QqQEj5bbe6cSZFvKsbh',
  'ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA',
  'obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y',
  'AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45',
  'WooFif76YGRNjk1pA8wCsN67aQsD9f9iLsz4NcJ1AVb',
  'ojh19ojaKduoJZuaJADhcVGp4xt1TcdAvZmpVsCorch',
  'SCoRcH8c2dpjvcJD6FiPbCSQyQgu3PcUAWj2Xxx3mqn',
  'Archer8kgiavM61GyusMzaaS2ft5sALtNsD1HxkUPMhy',
  'B72M6nyCLFgWiJtAN4naUTminMiTmyGcEqQHXwVeRdht',
  'QUayE6nexQWYNZAEqfN8FxoNwQDSu3CAzT2qq9J1ArG',
  'FW6zUqn4iKRaeopwwhwsquTY6ABWLLgjxtrC3VPnaWBf',
  'QuaNtZsgYRe5Z9Bk4LZ4cTD9tbkVoyCNf1R2BN9bBDv',
];

const orderBookSet: ReadonlySet<string> = new Set(orderBooks);
const quotedSet: ReadonlySet<string> = new Set([...orderBooks, ...quoted]);

export const isOrderBook = (program: string): boolean => orderBookSet.has(program);
/** Whether its price changes without a swap. */
export const isQuoted = (program: string): boolean => quotedSet.has(program);
