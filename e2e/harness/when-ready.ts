import type { Page } from 'playwright-core'

/** Waits until what comes after the page stands has come: before that a key of the whole site may be lost. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('opal:ready').length > 0)
}
