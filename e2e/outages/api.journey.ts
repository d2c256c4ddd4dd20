import { sample } from '@opal/domain/testing/effort/config'
import { describe, expect, test } from 'vitest'
import { longTest } from '../harness/long-test.ts'
import { floorToken } from '../harness/market.ts'
import { buyThroughSdk } from '../harness/sdk.ts'
import { waitFor } from '../harness/wait-for.ts'
import { connectWallet } from '../harness/wallet.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { OutageHarness } from './outage-harness.ts'
import { chip, mark, PAGES, rowsOf, stayed, TIMEOUT } from './visited-pages.ts'

/** The API stops, in the middle of a page too. */
export function apiJourneys(site: OutageHarness): void {
  describe('without the API', () => {
    // @feature outage.api, route.error
    test.for(sample(PAGES, 1, 4))(
      'the $name page that was being made says what is missing, and comes by itself',
      async ({ path, missing, there }) => {
        const page = await site.harness.visitor('about:blank')
        const asked = site.gates.api.hold()
        const opened = page.goto(site.harness.network.webUrl + path(site))
        await asked
        site.gates.api.shut()
        await opened
        await page.getByText(missing, { exact: true }).waitFor(TIMEOUT)
        await page.getByRole('banner').waitFor()
        await mark(page)
        site.gates.api.open()
        await there(page, site).waitFor(TIMEOUT)
        expect(await page.getByText(missing, { exact: true }).count()).toBe(0)
        expect(await stayed(page)).toBe(true)
        await page.getByRole('list', { name: 'Supported marketplaces' }).waitFor(TIMEOUT)
      },
    )

    // @feature outage.api, shell.live-chip, shell.live-gap
    test('the current page stays, other pages say what is missing, and everything recovers with the changes of the meantime', async () => {
      const page = await site.harness.visitor('/')
      await rowsOf('Collections')(page).waitFor()
      await chip(page).getByText('Live', { exact: true }).waitFor(TIMEOUT)
      await mark(page)
      site.gates.api.shut()
      await chip(page).getByText('Reconnecting').waitFor(TIMEOUT)
      await rowsOf('Collections')(page).waitFor()
      await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Activity' }).click()
      await page.getByText('Couldn’t load activity').waitFor(TIMEOUT)
      const sold = await floorToken(site.harness.network, site.trader)
      await buyThroughSdk(site.harness.network, site.trader, sold.tokenDataId)
      site.gates.api.open()
      await page.getByRole('table', { name: 'Activity' }).getByTitle(sold.name).first().waitFor(TIMEOUT)
      await chip(page).getByText('Live', { exact: true }).waitFor(TIMEOUT)
      expect(await stayed(page)).toBe(true)
    })

    longTest('the airdrop page of a connected wallet says what it misses of points and ranks', async () => {
      const page = await site.harness.visitor('/airdrop')
      await connectWallet(page, 'Mara Voss')
      const leaders = page.getByRole('table', { name: 'Leaderboard' }).locator('tr[data-row]')
      await leaders.first().waitFor(TIMEOUT)
      site.gates.api.shut()
      await page.reload()
      await page.getByText('Couldn’t load your points').waitFor(TIMEOUT)
      await page.getByText('Couldn’t load the leaderboard').waitFor(TIMEOUT)
      site.gates.api.open()
      await leaders.first().waitFor(TIMEOUT)
      await page.getByText('Your points', { exact: true }).waitFor(TIMEOUT)
    })

    // @feature collection.supply-failed, outage.api, analytics.charts
    test('stats of a collection that cannot be read say so, and its page stays with those it has', async () => {
      const page = await site.harness.visitor(`/collection/${site.token.collectionId}`)
      await whenReady(page)
      const floor = page.locator('header dl > div', { hasText: 'Floor' }).first().locator('dd')
      const before = await floor.textContent()
      site.gates.api.shut()
      await page.getByRole('tab', { name: 'Analytics' }).click()
      await page.getByText('Couldn’t load this chart.').first().waitFor(TIMEOUT)
      await page.getByRole('heading', { level: 1, name: site.token.collectionName }).waitFor()
      expect(await floor.textContent()).toBe(before)
      site.gates.api.open()
      await page.getByRole('slider', { name: 'Floor and volume over time' }).waitFor(TIMEOUT)
      await expect.poll(() => page.getByText('Couldn’t load this chart.').count(), TIMEOUT).toBe(0)
    })

    longTest(
      'a next page that does not come is said at the end of the list, and asked for again on request',
      async () => {
        const page = await site.harness.visitor('/activity')
        const rows = page.getByRole('table', { name: 'Activity' })
        let asked = 0
        await page.route(/\/activities\?.*cursor=/, (route) => {
          asked += 1
          return route.abort()
        })
        await whenReady(page)
        const before = Number(await rows.getAttribute('aria-rowcount'))
        await rows.locator('tr[data-row]').last().scrollIntoViewIfNeeded()
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        await page.getByText('Couldn’t load more.').waitFor(TIMEOUT)
        const times = asked
        await page.evaluate(() => window.scrollTo(0, 0))
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        await page.unroute(/\/activities\?.*cursor=/)
        expect(asked).toBe(times)
        const again = page.getByRole('button', { name: 'Try again' })
        const isMore = async () => Number(await rows.getAttribute('aria-rowcount')) > before
        // A page that is refetched because of a change in the market takes the button with it.
        await waitFor('the next page, asked for again', async () => {
          if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined)
          return isMore()
        })
        expect(await page.getByText('Couldn’t load more.').count()).toBe(0)
      },
    )
  })
}
