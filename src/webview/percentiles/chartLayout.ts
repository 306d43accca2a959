/** Where one pair of axes stands in the picture, without the room for its words. */
export interface PlotArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Room around the lines: amounts on the left, names on the right, words above and beneath. */
const margins = { left: 70, right: 190, top: 60, bottom: 30 } as const;
/** Narrower than this, windows stand beneath each other. */
const minColumnWidth = 500;
const plotHeight = 380;
/** Groups beyond the first are of other mints, and rarer. */
const secondaryPlotHeight = 220;

/** Rows are groups of one unit, columns are windows. */
export function layoutChart(width: number, rows: number, columns: number) {
  const isBeside = columns > 1 && width / columns >= minColumnWidth;
  const columnWidth = isBeside ? width / columns : width;
  const lines = isBeside ? 1 : Math.max(1, columns);
  const heightOf = (row: number) => (row === 0 ? plotHeight : secondaryPlotHeight);
  const roomOf = (row: number) => heightOf(row) + margins.top + margins.bottom;
  const topOf = (row: number) => {
    let top = 0;
    for (let each = 0; each < row; each++) top += roomOf(each) * lines;
    return top;
  };
  return {
    height: topOf(Math.max(1, rows)),
    areaAt: (row: number, column: number): PlotArea => ({
      x: (isBeside ? column * columnWidth : 0) + margins.left,
      y: topOf(row) + (isBeside ? 0 : column * roomOf(row)) + margins.top,
      width: Math.max(120, columnWidth - margins.left - margins.right),
      height: heightOf(row),
    }),
  };
}
