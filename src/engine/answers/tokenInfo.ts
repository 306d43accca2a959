import { MarketError } from '../../interface/marketError.ts';
import type { TokenInfo } from '../../interface/tokenInfo.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { token2022Program } from '../../solana/knownPrograms.ts';
import type { SourcedToken } from '../sources/blockSource.ts';
import type { AnswerContext } from './context.ts';

/**
 * What is known of a mint: from the source, else from the table of known mints, else its decimals
 * alone from the blocks. Throws a MarketError of kind `not-found` for a mint that nothing has shown.
 */
export async function answerTokenInfo(
  { store, tokens }: AnswerContext,
  { token }: { readonly token: string },
): Promise<TokenInfo> {
  const sourced = tokens.get(token);
  if (sourced !== undefined) return infoOfSourced(sourced);
  const known = knownMints.get(token);
  const decimals = store.prices.digitsOf(token);
  if (decimals === null) {
    throw new MarketError('not-found', `Nothing is known of the token ${token}.`, {
      parameter: 'token',
    });
  }
  return tokenInfo({
    name: known?.symbol ?? '',
    symbol: known?.symbol ?? '',
    decimals,
    program: known?.tokenProgram === token2022Program ? 'spl-token-2022' : 'spl-token',
  });
}

function tokenInfo(
  members: Pick<TokenInfo, 'name' | 'symbol' | 'decimals' | 'program'> & Partial<TokenInfo>,
): TokenInfo {
  return {
    image_uri: '',
    authorities: { update: null, freeze: null, close: null, mint: null },
    metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
    ...members,
  };
}

function infoOfSourced(token: SourcedToken): TokenInfo {
  const { mint, name, symbol, decimals, program } = token;
  const { updateAuthority, freezeAuthority, mintAuthority } = token;
  return tokenInfo({
    name,
    symbol,
    decimals,
    program,
    authorities: {
      update: updateAuthority,
      freeze: freezeAuthority,
      close: null,
      mint: mintAuthority,
    },
    metadata: {
      pointers: { onchain: '', online: '' },
      data: {
        onchain: {
          ...(updateAuthority === null ? {} : { update_authority: updateAuthority }),
          mint,
          name,
          symbol,
          uri: '',
          seller_fee_basis_points: 0,
          creators: [],
          verified: [],
          share: [],
          primary_sale_happened: false,
          is_mutable: updateAuthority !== null,
        },
        online: {},
      },
    },
  });
}
