/** The digits of Base58 by their value, as Bitcoin chose them and Solana writes them. */
export const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
