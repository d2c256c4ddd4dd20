import { sample } from '@opal/domain/testing/effort/config'
import { expect, test } from 'vitest'
import { appears } from '../harness/appears.ts'
import { floorToken } from '../harness/market.ts'
import { buyThroughSdk } from '../harness/sdk.ts'
import type { OutageHarness } from './outage-harness.ts'
import { chip, PAGES, TIMEOUT } from './visited-pages.ts'

/** Timeout of a connection attempt, and the time until the next one. */
const RETRIED_MS = 20_000

/** The socket of live news is cut. */
export function socketJourneys(site: OutageHarness): void {
  // @feature outage.socket, shell.live-chip, shell.live-gap, shell.live-rooms, activity.live
  test('without the socket every page shows what it has and says that nothing comes live, then catches up', async () => {
    const page = await site.harness.visitor('about:blank')
    await page.clock.install()
    let cut = true
    let attempted = Promise.withResolvers<void>()
    await page.routeWebSocket(/socket\.io/, (socket) => {
      attempted.resolve()
      void (cut ? socket.close() : socket.connectToServer())
    })
    await page.route(/\/socket\.io\//, (route) => (cut ? route.abort() : route.continue()))
    for (const { path, there } of sample(PAGES, 1, 3)) {
      await page.goto(site.harness.network.webUrl + path(site))
      await there(page, site).waitFor(TIMEOUT)
      expect(await chip(page).textContent()).toMatch(/^(Connecting|Reconnecting)$/)
    }
    attempted = Promise.withResolvers<void>()
    await page.goto(`${site.harness.network.webUrl}/activity`)
    await attempted.promise
    await page.clock.runFor(RETRIED_MS)
    await chip(page).getByText('Reconnecting').waitFor(TIMEOUT)
    const sold = await floorToken(site.harness.network, site.trader)
    await buyThroughSdk(site.harness.network, site.trader, sold.tokenDataId)
    const row = page.getByRole('table', { name: 'Activity' }).locator('tr[data-row]').first()
    expect(await row.getByTitle(sold.name).count()).toBe(0)
    cut = false
    await page.clock.runFor(RETRIED_MS)
    await row.getByTitle(sold.name).first().waitFor(TIMEOUT)
    await chip(page).getByText('Live', { exact: true }).waitFor(TIMEOUT)
    // And the rooms are joined again: what happens now comes too.
    const next = await floorToken(site.harness.network, site.trader)
    const lit = appears(page, `tr[data-highlighted] [title="${next.name}"]`)
    await buyThroughSdk(site.harness.network, site.trader, next.tokenDataId)
    await row.getByTitle(next.name).first().waitFor(TIMEOUT)
    await lit
  })
}
