import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** How long a loaded machine may take over a step. */
export const PATIENCE = { timeout: 20_000 }
export const PHONE = { width: 390, height: 844 }

/** The search of the bar. */
export const searchField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Search Collections and Wallets' })

/** Rows of the landing page's table. */
export const rows = (page: Page): Locator => page.getByRole('table', { name: 'Collections' }).locator('tr[data-row]')

/** Keys before the page listens are lost: pressed until they did something. */
export async function press(page: Page, key: string, done: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!(await done())) await page.keyboard.press(key)
        return done()
      },
      { ...PATIENCE, interval: 500 },
    )
    .toBe(true)
}

/** Chooses one of a few; what is chosen before the page is hydrated is lost. */
export async function choose(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radio', { name, exact: true })
  await expect
    .poll(
      async () => {
        await radio.click({ force: true, timeout: 1_500 }).catch(() => {})
        return radio.isChecked()
      },
      { ...PATIENCE, interval: 500 },
    )
    .toBe(true)
}
