import type { Arrival } from './live-messages.ts'

/**
 * Milliseconds from commit to client, of each arrival.
 * @param commits when each id was committed, in microseconds
 * @throws RangeError when something came that was never written
 */
export function latenciesOf(commits: ReadonlyMap<number, number>, arrivals: readonly Arrival[]): readonly number[] {
  return arrivals.map(({ id, atMicros }) => {
    const committed = commits.get(id)
    if (committed === undefined) throw new RangeError(`nobody wrote message ${id}`)
    return (atMicros - committed) / 1_000
  })
}
