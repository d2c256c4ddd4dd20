const POINTS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const SHORT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Points in full. @source docs/product/display.md#points */
export function formatPoints(points: number): string {
  return POINTS.format(points)
}

/** Points where there is room for a whole number only. Rounded down: nobody is shown what they do not have. */
export function formatPointsShort(points: number): string {
  return SHORT.format(Math.floor(points))
}
