/** Returns the value below which a fraction of the values lies. @throws RangeError without any value */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))]
  if (found === undefined) throw new RangeError('there is nothing to take a quantile of')
  return found
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * Returns the rank correlation (Spearman) of two lists: 1 for the same order, 0 for none in common, -1 for the reverse. Equal
 * values share the mean of their ranks.
 */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const left = deviations(ranks(one))
  const right = deviations(ranks(other))
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
  return product(left, right) / Math.sqrt(product(left, left) * product(right, right))
}

function ranks(values: readonly number[]): readonly number[] {
  return values.map(
    (value) =>
      values.filter((other) => other < value).length + (values.filter((other) => other === value).length - 1) / 2,
  )
}

function deviations(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}
