import { solOf, usdOf } from '../money.ts';

/**
 * SOL price at the transaction: figures in USD and in SOL are the same amounts, and the cycle's
 * input is the largest of them.
 */
const solPriceSql = `CASE
    WHEN volume_nanocents > 0 AND volume_lamports > 0
      THEN ${usdOf('volume_nanocents')} / ${solOf('volume_lamports')}
    WHEN volume_nanocents = 0 AND volume_lamports = 0
         AND sign(profits_nanocents) * sign(net_gains_lamports) > 0
      THEN ${usdOf('profits_nanocents')} / ${solOf('net_gains_lamports')}
    ELSE 0 END`;

/** Of loaded arbitrages: gross and net gains, fee, tips and SOL price, as doubles. */
export const figureColumns = `${usdOf('revenues_nanocents')},
  if(revenues_nanocents = 0, CAST('NaN' AS DOUBLE), ${usdOf('profits_nanocents')}),
  CAST(fee_lamports AS DOUBLE), CAST(tip_lamports AS DOUBLE), ${solPriceSql}`;
