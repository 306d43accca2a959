import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { TokenInfo } from '../../api/tokenInfo.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { token2022Program } from '../../solana/knownPrograms.ts';
import { isoTime } from '../base/timeWindow.ts';
import type { SourceToken } from '../chain/blockSource.ts';
import type { OnChainToken, TokenMetadata } from '../rpc/accountReader.ts';
import type { OperationContext } from './operationContext.ts';

/**
 * Data of a mint with its current price, which is null if no deep pool traded it.
 * Throws a MarketError of kind `not-found` for an unknown mint.
 */
export async function handleTokenInfo(
  context: OperationContext,
  parameters: { readonly token: string },
  options: MarketCallOptions = {},
): Promise<TokenInfo> {
  const info = await readTokenInfo(context, parameters.token, options.signal);
  const price = context.store.prices.priceOf(parameters.token);
  return {
    ...info,
    price: price?.priceUsd ?? null,
    price_timestamp: price === null ? null : isoTime(price.timeSeconds),
  };
}

/**
 * Data of a mint: from the source, from its accounts if the source is a node, otherwise from the
 * table of known mints, otherwise only its decimals from the blocks. `unknown_members` lists the
 * missing members.
 */
async function readTokenInfo(
  context: OperationContext,
  token: string,
  signal: AbortSignal | undefined,
): Promise<TokenInfo> {
  const { store, tokens, accountReader } = context;
  const sourced = tokens.get(token);
  if (sourced !== undefined) return tokenInfoOfSource(sourced);
  const decimals = store.prices.decimalsOf(token);
  try {
    const onChain = (await accountReader?.getToken(token, signal)) ?? null;
    if (onChain !== null) return tokenInfoOfChain(token, onChain);
  } catch (error) {
    if (decimals === null || signal?.aborted === true) throw error;
  }
  if (decimals === null) {
    throw new MarketError('not-found', t('Unknown token {0}.', token), {
      parameter: 'token',
    });
  }
  const known = knownMints.get(token);
  const program = known?.tokenProgram === token2022Program ? 'spl-token-2022' : 'spl-token';
  return createTokenInfo({
    name: known?.symbol ?? '',
    symbol: known?.symbol ?? '',
    decimals,
    program: known === undefined ? '' : program,
    unknown_members: [
      ...(known === undefined ? ['program'] : []),
      ...authorityMembers,
      metadataMember,
    ],
  });
}

const updateAuthorityMember = 'authorities.update';
const authorityMembers = [
  updateAuthorityMember,
  'authorities.freeze',
  'authorities.close',
  'authorities.mint',
];
const metadataMember = 'metadata';

function createTokenInfo(
  members: Pick<TokenInfo, 'name' | 'symbol' | 'decimals' | 'program'> & Partial<TokenInfo>,
): TokenInfo {
  return {
    image_uri: '',
    authorities: { update: null, freeze: null, close: null, mint: null },
    metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
    ...members,
  };
}

function tokenInfoOfSource(token: SourceToken): TokenInfo {
  const { mint, updateAuthority, name, symbol } = token;
  return tokenInfoOfChain(mint, {
    mint: { ...token, closeAuthority: null, metadataPointer: null, transferFees: null },
    metadata: {
      account: '',
      updateAuthority,
      name,
      symbol,
      uri: '',
      sellerFeeBasisPoints: 0,
      creators: [],
      hasPrimarySaleHappened: false,
      isMutable: updateAuthority !== null,
    },
    hasUnreadMetadata: false,
    offChain: null,
  });
}

function tokenInfoOfChain(address: string, token: OnChainToken): TokenInfo {
  const { mint, metadata, hasUnreadMetadata, offChain } = token;
  const known = knownMints.get(address);
  const { transferFees } = mint;
  return {
    ...createTokenInfo({
      name: metadata?.name || known?.symbol || '',
      symbol: metadata?.symbol || known?.symbol || '',
      decimals: mint.decimals,
      program: mint.program,
      image_uri: offChain?.image ?? '',
      authorities: {
        update: metadata?.updateAuthority ?? null,
        freeze: mint.freezeAuthority,
        close: mint.closeAuthority,
        mint: mint.mintAuthority,
      },
      metadata: {
        pointers: {
          onchain: metadata?.account ?? mint.metadataPointer ?? '',
          online: metadata === null ? '' : httpsOnly(metadata.uri),
        },
        data: {
          onchain: metadata === null ? {} : onChainMembers(address, metadata),
          online: { ...offChain },
        },
      },
      ...(hasUnreadMetadata ? { unknown_members: [updateAuthorityMember, metadataMember] } : {}),
    }),
    // Not part of the interface; determines how many tokens arrive.
    supply: mint.supply,
    ...(transferFees === null
      ? {}
      : {
          transfer_fee: {
            basis_points: transferFees.newer.basisPoints,
            maximum_fee: transferFees.newer.maximumFee,
          },
        }),
  } as TokenInfo;
}

function onChainMembers(mint: string, metadata: TokenMetadata) {
  const { updateAuthority, name, symbol, uri, creators } = metadata;
  return {
    ...(updateAuthority === null ? {} : { update_authority: updateAuthority }),
    mint,
    name,
    symbol,
    uri,
    seller_fee_basis_points: metadata.sellerFeeBasisPoints,
    creators: creators.map(({ address }) => address),
    verified: creators.map(({ isVerified }) => (isVerified ? 1 : 0)),
    share: creators.map(({ share }) => share),
    primary_sale_happened: metadata.hasPrimarySaleHappened,
    is_mutable: metadata.isMutable,
  };
}

/** Metadata may contain any URL scheme; some would run something when opened. */
const httpsOnly = (uri: string): string => (/^https:\/\//i.test(uri) ? uri : '');
