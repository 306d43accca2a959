/** The mints that most cycles begin and end in: apart from the table, for pages that have no room for it. */
export const wrappedSolMint = 'So11111111111111111111111111111111111111112';
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const usdtMint = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
