import '../localize.ts';
import { renderPage } from '../renderPage.tsx';
import { TransactionPage } from './transactionPage.tsx';

renderPage(TransactionPage);
