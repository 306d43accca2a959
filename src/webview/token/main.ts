import '../localize.ts';
import { isTokenContent, type TokenContent, type TokenRequest } from '../messages/token.ts';
import { startPage } from '../startPage.ts';
import { TokenPage } from './tokenPage.ts';

/** The page of a token. */
startPage<TokenContent, TokenRequest>(isTokenContent, (page) => new TokenPage(page));
