import type { Page } from 'playwright-core'

/** Waits until what comes after the page stands has come: before that a click or a key may be lost, after it none is. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('opal:ready').length > 0)
}
