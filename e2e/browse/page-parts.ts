import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../harness/wait-for.ts'
import { whenReady } from '../harness/when-ready.ts'

/** The search of the bar. */
export const searchField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Search Collections and Wallets' })

/** Returns rows of the landing page's table. */
export const rows = (page: Page): Locator => page.getByRole('table', { name: 'Collections' }).locator('tr[data-row]')

/** Chooses one of a few. */
export async function choose(page: Page, name: string): Promise<void> {
  await whenReady(page)
  const radio = page.getByRole('radio', { name, exact: true })
  await radio.click({ force: true })
  await waitFor(`"${name}" to be chosen`, () => radio.isChecked())
}
