import type { Locator } from 'playwright-core'

/** Clicks of a user. */
export interface Presses {
  /** Clicks and counts it. */
  press(target: Locator): Promise<void>
  /** Clicks so far. */
  readonly count: number
}

/** Returns a counter of the clicks that a task takes; what the wallet asks for is not counted. */
export function countPresses(): Presses {
  let count = 0
  return {
    async press(target) {
      count += 1
      await target.click()
    },
    get count() {
      return count
    },
  }
}
