import '../localize.ts';
import {
  isSimulateContent,
  type SimulateContent,
  type SimulateRequest,
} from '../messages/simulate.ts';
import { startPage } from '../startPage.ts';
import { SimulatePage } from './simulatePage.ts';

startPage<SimulateContent, SimulateRequest>(isSimulateContent, (page) => new SimulatePage(page));
