import '../localize.ts';
import { renderPage } from '../renderPage.tsx';
import { WalletPage } from './walletPage.tsx';

renderPage(WalletPage);
