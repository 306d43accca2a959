import '../localize.ts';
import { isTokenContent, type TokenContent, type TokenRequest } from '../messages/token.ts';
import { startPage } from '../startPage.ts';
import { TokenPage } from './tokenPage.ts';

startPage<TokenContent, TokenRequest>(isTokenContent, (page) => new TokenPage(page));
