const POINTS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const SHORT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Points in full. @source docs/product/display.md#points */
export function formatPoints(points: number): string {
  return POINTS.format(points)
}

/** Points where there is room for a whole number only. Rounded down, so that no more points are shown than there are. */
export function formatPointsShort(points: number): string {
  return SHORT.format(Math.floor(points))
}
