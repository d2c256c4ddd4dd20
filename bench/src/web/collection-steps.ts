import type { Page } from 'playwright-core'

/** Interactions of a visitor, one after the other. */
export type Steps = readonly ((page: Page) => Promise<void>)[]

/** Steps on a collection's page in a phone's window: filters items and undoes it, opens one, changes the tab, types. */
export const COLLECTION_STEPS: Steps = [
  async (page) => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('switch', { name: 'Listed only' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
  async (page) => {
    await page.getByRole('list', { name: 'Items' }).getByRole('link').first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
  async (page) => {
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByRole('tab', { name: 'Items' }).click()
  },
  async (page) => {
    await page.getByLabel('Search items by name').click()
    await page.keyboard.type('1')
    await page.keyboard.press('Backspace')
  },
]

/** Sorts the items of a collection's page by name, which makes it fetch the list again. */
export async function sortByName(page: Page): Promise<void> {
  await page.getByLabel('Sort by').selectOption('name_asc')
}
