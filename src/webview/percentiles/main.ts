import '../localize.ts';
import { renderPage } from '../renderPage.tsx';
import { PercentilesPage } from './percentilesPage.tsx';

renderPage(PercentilesPage);
