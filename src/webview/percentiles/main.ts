import '../localize.ts';
import {
  isPercentileContent,
  type PercentileContent,
  type PercentileRequest,
} from '../messages/percentiles.ts';
import { startPage } from '../startPage.ts';
import { PercentilesPage } from './percentilesPage.ts';

startPage<PercentileContent, PercentileRequest>(
  isPercentileContent,
  (page) => new PercentilesPage(page),
);
