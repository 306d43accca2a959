import '../localize.ts';
import {
  type CoverageContent,
  type CoverageRequest,
  isCoverageContent,
} from '../messages/coverage.ts';
import { startPage } from '../startPage.ts';
import { CoveragePage } from './coveragePage.ts';

startPage<CoverageContent, CoverageRequest>(isCoverageContent, (page) => new CoveragePage(page));
