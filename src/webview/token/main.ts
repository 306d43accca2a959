import '../localize.ts';
import { renderPage } from '../renderPage.tsx';
import { TokenPage } from './tokenPage.tsx';

renderPage(TokenPage);
