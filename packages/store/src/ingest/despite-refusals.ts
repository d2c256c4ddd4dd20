import { isRefusedData } from '../driver/faults.ts'

/**
 * Runs works one after the other, each although the database refuses the rows of another.
 * @throws the first such error, once all have run; any other at once.
 */
export async function despiteRefusals(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const refusals: unknown[] = []
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      if (!isRefusedData(error)) throw error
      refusals.push(error)
    }
  }
  if (refusals.length > 0) throw refusals[0]
}
