import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../harness/config.ts'
import { longTest } from '../harness/long-test.ts'
import { waitFor } from '../harness/wait-for.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'
import { box, choose } from './page-parts.ts'

/** The landing page, and what it leads to: launchpad and activity. */
export function landingJourneys(site: Browsing): void {
  describe('the landing page', () => {
    // @feature landing.featured, landing.columns, landing.windows, landing.tabs, landing.favourites-header, landing.trending
    test('shows every column, and its windows and tabs ask for their own order', async () => {
      const page = await site.harness.visitor('/')
      await page.getByRole('heading', { name: /Featured|Popular today/ }).waitFor()
      const table = page.getByRole('table', { name: 'Collections' })
      await table.locator('tr[data-row]').first().waitFor()
      const featured = page.getByRole('region', { name: /Featured|Popular today/ })
      for (const width of [640, 1024, 1280, 1360, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const cut = { ...TIMEOUT, message: `cut at ${width} px` }
        await expect.poll(() => cutTexts(table.locator('td, td *')), cut).toEqual([])
        await expect.poll(() => cutTexts(featured.locator('[title]')), cut).toEqual([])
      }
      // Where neither above nor below the button there is room for all of it, the menu scrolls, and leaves the app bar free.
      await page.setViewportSize({ width: 1440, height: 640 })
      const columns = page.getByRole('button', { name: 'Columns' })
      await columns.evaluate((button) => button.scrollIntoView({ block: 'center' }))
      await columns.click()
      // It is placed once it is drawn.
      await expect.poll(async () => (await box(page.getByRole('menu'))).y, TIMEOUT).toBeGreaterThanOrEqual(60)
      const menu = await box(page.getByRole('menu'))
      expect(menu.y + menu.height).toBeLessThanOrEqual(640)
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1920, height: 900 })
      const names = [
        'Collection',
        'Floor',
        'Top bid',
        '1d',
        '7d',
        'Total volume',
        'Total sales',
        '1d volume',
        'Market cap',
        'Listed',
        'Owners',
        'Supply',
        'Floor, 7d',
        'Your Favorites',
      ]
      for (const name of names) await page.getByRole('columnheader', { name, exact: true }).waitFor()
      await choose(page, '7d')
      for (const name of ['7d', '7d volume', '7d sales', 'Floor, 7d'])
        await page.getByRole('columnheader', { name, exact: true }).waitFor()
      await page.getByRole('tab', { name: 'Trending' }).click()
      await expect.poll(() => new URL(page.url()).search, TIMEOUT).toBe('?tab=trending&window=7d')
    })

    longTest('compares up to three collections, the oldest making room for a fourth', async () => {
      const page = await site.harness.visitor('/')
      const bar = page.getByRole('region', { name: 'Comparison' })
      const chosen = () => new URL(page.url()).searchParams.get('compare')?.split(',') ?? []
      const compared = site.collections.slice(0, 4)
      for (const { collectionName, slug } of compared) {
        await page.getByRole('button', { name: `Compare ${collectionName}`, exact: true }).click()
        await waitFor(`${collectionName} to be compared`, () => chosen().at(-1) === slug, { seen: chosen })
      }
      expect(chosen()).toEqual(compared.slice(-3).map(({ slug }) => slug))
      await bar.getByRole('button', { name: 'Compare', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Compare collections' })
      await dialog.getByRole('rowheader', { name: 'Market cap' }).waitFor()
      await page.reload()
      await whenReady(page)
      await dialog.getByRole('rowheader', { name: 'Market cap' }).waitFor()
      await page.keyboard.press('Escape')
      await bar.getByRole('button', { name: 'Clear' }).click()
      await bar.waitFor({ state: 'detached' })
    })

    longTest('leads to the launchpad, which counts what was minted', async () => {
      const page = await site.harness.visitor('/')
      await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Launchpad' }).click()
      await page
        .getByRole('progressbar', { name: /minted$/ })
        .or(page.getByText('Minted out'))
        .first()
        .waitFor()
      expect(
        await page
          .getByRole('article')
          .getByText(/^last mint/)
          .count(),
      ).toBeGreaterThan(0)
      expect(site.harness.pageErrors).toEqual([])
    })
  })

  longTest('the activity page shows event, price, wallets, marketplace and time', async () => {
    const page = await site.harness.visitor('/activity')
    const table = page.getByRole('table', { name: 'Activity' })
    for (const name of ['Event', 'Item', 'Price', 'Seller', 'Buyer', 'Market', 'Time'])
      await table.getByRole('columnheader', { name, exact: true }).waitFor()
    await choose(page, '30d')
    await page.getByRole('switch', { name: 'Sales' }).click({ force: true })
    await expect.poll(() => new URL(page.url()).search, TIMEOUT).toBe('?type=sales&interval=30d')
    const row = table.locator('tr[data-row]').first()
    // A row has lines for phones and cells for wide windows: one of the two is seen.
    const seen = (text: RegExp) => row.getByText(text).filter({ visible: true }).first()
    await seen(/^(Sold|Accepted bid)$/).waitFor()
    await seen(/^\d\d\/\d\d\/\d{4}$/).waitFor()
    await seen(/^(0x[0-9a-f]{4}…[0-9a-f]{4}|[a-z0-9.-]+…?\.apt)$/).waitFor()
    await expect
      .poll(() => row.locator('time').first().getAttribute('title'), TIMEOUT)
      .toMatch(/^[A-Z][a-z]+ \d\d \d{4} \d\d:\d\d:\d\d [AP]M$/)
    await page.route(/\/activities\?/, (route) => route.fulfill({ json: { data: [], nextCursor: null } }))
    await page.getByRole('switch', { name: 'Bids' }).click({ force: true })
    await page.getByText('No results').waitFor()
  })
}

/** Returns texts of cells that do not fit their cell. */
function cutTexts(parts: Locator): Promise<readonly string[]> {
  return parts.evaluateAll((all) => {
    const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
    return all.filter((one) => getComputedStyle(one).overflow === 'hidden' && isCut(one)).map((one) => one.textContent)
  })
}
