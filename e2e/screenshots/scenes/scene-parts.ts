import type { Page } from 'playwright-core'

/** Presses the first button of a name that opens a dialog. */
export async function openDialog(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Shows items as a table. */
export async function showTable(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Table' }).click()
  await page.getByRole('table', { name: 'Items' }).waitFor()
}
