import '../localize.ts';
import { renderPage } from '../renderPage.tsx';
import { PoolPage } from './poolPage.tsx';

renderPage(PoolPage);
