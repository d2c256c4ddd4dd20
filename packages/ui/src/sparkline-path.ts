const INSET = 2

/**
 * An SVG path through the points, scaled to the box; a gap lifts the pen.
 * @returns null with fewer than two known points: a single one has no shape.
 */
export function sparklinePath(points: readonly (number | null)[], width: number, height: number): string | null {
  const known = points.filter((point) => point !== null)
  if (known.length < 2) return null
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  const stepX = (width - 2 * INSET) / (points.length - 1)
  const y = (value: number) =>
    range === 0 ? height / 2 : height - INSET - ((value - low) / range) * (height - 2 * INSET)

  const steps: string[] = []
  let penDown = false
  points.forEach((point, index) => {
    if (point !== null) steps.push(`${penDown ? 'L' : 'M'}${round(INSET + index * stepX)} ${round(y(point))}`)
    penDown = point !== null
  })
  return steps.join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
