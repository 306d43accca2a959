import '../localize.ts';
import { renderPage } from '../renderPage.tsx';
import { MarketPage } from './marketPage.tsx';

renderPage(MarketPage);
