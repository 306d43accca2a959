import '../localize.ts';
import { renderPage } from '../renderPage.tsx';
import { CoveragePage } from './coveragePage.tsx';

renderPage(CoveragePage);
