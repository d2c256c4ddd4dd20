import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { longTest } from '../harness/long-test.ts'
import { waitFor } from '../harness/wait-for.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'

/** Journeys over pages of which a part is no longer on the server, as after a release. */
export function missingPartsJourneys(site: Browsing): void {
  describe('a missing part', () => {
    // @feature shell.missing-dialog
    test('a dialog whose chunk is gone says so in its place, and opens once it is there', async () => {
      const page = await site.harness.visitor('/')
      const loads = await recordLoads(page, /\/command-palette-(?!host)[^/]*\.js$/)
      const missing = page.getByRole('dialog', { name: 'This didn’t load' })
      const palette = page.getByRole('dialog', { name: 'Commands' })
      await page.keyboard.press('Control+k')
      await missing.getByRole('button', { name: 'Close' }).last().click()
      await missing.waitFor({ state: 'hidden' })
      await page.keyboard.press('Control+k')
      await missing.waitFor()
      await page.unroute(/\/command-palette-(?!host)[^/]*\.js$/)
      expect(loads).toHaveLength(1)
      // A browser may keep that the chunk could not be loaded: then the page is loaded again.
      await missing.getByRole('button', { name: 'Try again' }).click()
      await waitFor('the palette, or the page again', async () => loads.length === 2 || (await palette.isVisible()))
    })

    longTest('a part that is gone reloads the page once, then says so', async () => {
      const page = await site.harness.visitor(`/collection/${site.first.slug}`)
      const loads = await recordLoads(page, /\/analytics-.*\.js$/)
      await page.getByRole('tab', { name: 'Analytics' }).click()
      await waitFor('the page to load again', () => loads.length === 2, { seen: () => loads })
      await page.getByText('Couldn’t load this part of the page').waitFor()
      expect(loads).toHaveLength(2)
    })

    longTest('a page that is gone is loaded again once, then a message says so', async () => {
      const page = await site.harness.visitor('/')
      const loads = await recordLoads(page, /\/activity-.*\.js$/)
      const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Activity' })
      await link.click()
      await waitFor('the page to load again', () => loads.length === 2, { seen: () => loads })
      await whenReady(page)
      await link.click()
      await page.getByText('That page couldn’t be loaded.').waitFor()
      expect(loads).toHaveLength(2)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    })
  })
}

/** Removes a chunk from the site, loads the page without it, and returns the addresses of the loads from then on. */
async function recordLoads(page: Page, chunk: RegExp): Promise<readonly string[]> {
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }))
  const loads: string[] = []
  page.on('domcontentloaded', () => loads.push(page.url()))
  await page.reload()
  await whenReady(page)
  return loads
}
