import '../localize.ts';
import { isMarketContent, type MarketContent, type MarketRequest } from '../messages/market.ts';
import { startPage } from '../startPage.ts';
import { MarketPage } from './marketPage.ts';

startPage<MarketContent, MarketRequest>(isMarketContent, (page) => new MarketPage(page));
