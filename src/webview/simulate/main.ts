import '../localize.ts';
import { renderPage } from '../renderPage.tsx';
import { SimulatePage } from './simulatePage.tsx';

renderPage(SimulatePage);
