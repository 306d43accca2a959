/** Mints that most cycles start and end in, apart from the large table. */
export const wrappedSolMint = 'So11111111111111111111111111111111111111112';
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const usdtMint = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
