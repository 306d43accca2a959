import { usdOf } from '../money.ts';

/** Of loaded arbitrages: gross and net gains, fee, tips and SOL price, as doubles. */
export const figureColumns = `${usdOf('revenues_nanocents')},
  if(revenues_nanocents = 0, CAST('NaN' AS DOUBLE), ${usdOf('profits_nanocents')}),
  CAST(fee_lamports AS DOUBLE), CAST(tip_lamports AS DOUBLE), sol_price`;
