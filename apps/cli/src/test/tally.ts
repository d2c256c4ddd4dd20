/** Numbers of passed and failed checks. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** Adds up tallies. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}

/** Returns the line that test commands close with. */
export function closingLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`
}
