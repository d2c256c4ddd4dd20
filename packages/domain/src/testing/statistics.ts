/** Returns the value below which this part of the values lies. @throws RangeError without any value. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]
  if (found === undefined) throw new RangeError('there is nothing to take a quantile of')
  return found
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
