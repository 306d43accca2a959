/** Below this number of opportunities a share says little. */
export const fewOpportunities = 10;
