import type { Page } from 'playwright-core'

/** Waits until the page is interactive: before that a click or a key may be lost. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('opal:ready').length > 0)
}
