import type { Locator } from 'playwright-core'

/** Clicks of a user on the site, from the page that shows the item until the wallet asks. @source docs/product/trading.md#presses */
export interface Presses {
  /** Clicks and counts it. */
  press(target: Locator): Promise<void>
  /** Clicks so far. */
  readonly count: number
}

/** Returns a counter of the clicks that a trade takes before the wallet asks. */
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
