import '../localize.ts';
import { isWalletContent, type WalletContent, type WalletRequest } from '../messages/wallet.ts';
import { startPage } from '../startPage.ts';
import { WalletPage } from './walletPage.ts';

startPage<WalletContent, WalletRequest>(isWalletContent, (page) => new WalletPage(page));
