import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PHONE, TIMEOUT } from '../harness/config.ts'
import { person } from '../harness/market.ts'
import { waitFor } from '../harness/wait-for.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'
import { rows, searchField } from './page-parts.ts'

/** Collection names that take two lines where columns are narrowest: their longest words leave no room for a second one. */
const LONG_NAMES = ['Minor Constellations', 'Post Offices of Nowhere', 'Interplanetary Oddities']

/** The search of the bar. */
export function searchJourneys(site: Browsing): void {
  describe('the search', () => {
    // @feature search.slash, search.popup, search.popular, search.collections, search.recent, search.shortest, search.enter
    test('is reached by /, walked by arrows, and lists recent visits', async () => {
      const { collectionName, slug } = site.first
      const page = await site.harness.visitor('/')
      await page.keyboard.press('/')
      await waitFor('the search to have the focus', () =>
        searchField(page).evaluate((field) => field === document.activeElement),
      )
      const results = page.locator('#search-results')
      await results.getByRole('heading', { name: 'Suggested' }).waitFor()
      const found = page.waitForResponse((response) => response.url().includes('/collection/search/'))
      await page.keyboard.type(collectionName.slice(0, 4))
      await found
      await results.getByRole('heading', { name: 'Collections' }).waitFor()
      for (const name of ['Collection', 'Floor Price', 'Volume'])
        await results.getByText(name, { exact: true }).waitFor()
      await results.getByRole('link', { name: new RegExp(collectionName) }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/collection\//)
      await page.getByRole('heading', { level: 1, name: collectionName }).waitFor()

      await page.goto(site.harness.network.webUrl)
      await whenReady(page)
      await searchField(page).focus()
      await page.getByRole('heading', { name: 'Recently Visited' }).waitFor()
      await expect
        .poll(async () => {
          await page.locator(`#search-results a[href="/collection/${slug}"]`).first().waitFor()
          return page.getByRole('button', { name: `Remove ${collectionName}` }).count()
        }, TIMEOUT)
        .toBe(1)
      await page.getByRole('button', { name: 'Clear All' }).click()
      await page.getByRole('heading', { name: 'Recently Visited' }).waitFor({ state: 'detached' })
    })

    // @feature shell.whole-names
    test.each([320, 360, 390, 640, 1024, 1360])(
      'names are whole at %i px, in the ranking and in what is found',
      async (width) => {
        const page = await site.harness.visitor('/')
        await page.setViewportSize({ width, height: PHONE.height })
        const ranked = rows(page).locator(':has(> [data-row-link])')
        await ranked.first().waitFor()
        // Phones have it beside the volume.
        const isInName = width >= 640
        await expectBadges(ranked, isInName)
        await expectWhole(ranked)
        await expectBadges(ranked, isInName)
        if (!isInName) expect(await leastMargin(ranked)).toBeGreaterThanOrEqual(3)
        const found = page.locator('#search-results a > :first-child > [title]:not([role="img"])')
        await whenReady(page)
        await searchField(page).fill('e')
        await found.first().waitFor()
        expect(await found.count()).toBeGreaterThan(2)
        await expectBadges(found, true)
        await expectWhole(found)
        await expectBadges(found, true)
      },
    )

    // @feature search.debounce, search.empty, search.wallet, search.wallet-heading, search.name
    test('asks once typing stopped, knows wallets and names, and says when there is nothing', async () => {
      const page = await site.harness.visitor('/')
      await page.clock.install()
      const asked: string[] = []
      page.on('request', (request) => {
        const path = new URL(request.url()).pathname
        if (path.includes('/collection/search/')) asked.push(decodeURIComponent(path.split('/').at(-1) ?? ''))
      })
      await page.keyboard.press('/')
      await waitFor('the search to have the focus', () =>
        searchField(page).evaluate((field) => field === document.activeElement),
      )
      // The pauses between two keys are the page's clock's: however slow the machine, it advances by no more than that.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
      for (const key of 'zzzzzz') {
        await page.keyboard.press(key)
        await page.clock.runFor(60)
      }
      expect(asked).toEqual([])
      await page.clock.resume()
      await page.getByText('No Results Found').waitFor()
      expect(asked).toEqual(['zzzzzz'])

      const mara = person(site.harness.network, 'Mara Voss')
      await searchField(page).fill(mara.address)
      const results = page.locator('#search-results')
      await results.getByRole('heading', { name: 'Wallet' }).waitFor()
      await results.locator(`a[href="/${mara.address}"]`).waitFor()

      await searchField(page).fill('nobody-has-this.apt')
      await results.getByText('No Results Found').waitFor()
    })
  })
}

/** Checks that names are whole, those of this market and long ones in their place. */
async function expectWhole(names: Locator): Promise<void> {
  // A font that has just come may still widen the words.
  await expect.poll(() => cutNames(names), TIMEOUT).toEqual([])
  await names.evaluateAll((all, long) => {
    for (const [index, one] of all.entries()) {
      const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()
      if (text !== null) text.nodeValue = long[index % long.length] ?? null
    }
  }, LONG_NAMES)
  await expect.poll(() => cutNames(names), TIMEOUT).toEqual([])
}

/** Checks that there are badges, if any are to be, and that each follows the last word of its name. */
async function expectBadges(place: Locator, areThere: boolean): Promise<void> {
  const gaps = await badgeGaps(place)
  expect(gaps.length > 0).toBe(areThere)
  for (const gap of gaps) expect(Math.abs(gap - 4)).toBeLessThan(6)
}

/** Returns by how many px each badge of a place is away from the last word of its name. */
function badgeGaps(place: Locator): Promise<readonly number[]> {
  return place.getByRole('img', { name: 'Verified' }).evaluateAll((badges) =>
    badges
      .filter((badge) => badge.getBoundingClientRect().width > 0)
      .map((badge) => {
        const range = document.createRange()
        const name = badge.parentElement?.querySelector('a, h1') ?? badge.parentElement?.firstChild
        if (name) range.selectNodeContents(name)
        return Math.round(badge.getBoundingClientRect().left - ([...range.getClientRects()].at(-1)?.right ?? 0))
      }),
  )
}

/** Returns by how many px names, with what is below them, are at least away from the edges of their rows. */
function leastMargin(names: Locator): Promise<number> {
  return names.evaluateAll((all) => {
    const margins = all.flatMap((one) => {
      const [words, row] = [one.parentElement, one.closest('tr')].map((part) => part?.getBoundingClientRect())
      return words && row ? [words.top - row.top, row.bottom - words.bottom] : []
    })
    return Math.min(...margins)
  })
}

/** Returns names that do not fit the element that shows them. */
function cutNames(names: Locator): Promise<readonly string[]> {
  return names.evaluateAll((all) =>
    all
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent),
  )
}
