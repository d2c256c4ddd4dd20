import type { Page } from 'playwright-core'

/**
 * Waits until the page is interactive, before which a click or a key may be lost, and in its own fonts: words are wider in those that
 * stand in for them.
 */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () => performance.getEntriesByName('opal:ready').length > 0 && document.fonts.status === 'loaded',
  )
}
