import { sample } from '@opal/domain/testing/effort/config'
import { HOUR_MICROS } from '@opal/domain/time'
import { expect, test } from 'vitest'
import { person } from '../harness/market.ts'
import { advanceChain } from '../harness/sdk.ts'
import type { OutageHarness } from './outage-harness.ts'
import { chip, mark, PAGES, stayed, TIMEOUT } from './visited-pages.ts'

/** The stream of the chain is cut. The last of the journeys: a transaction signed by the clock of this machine is expired after it. */
export function streamJourneys(site: OutageHarness): void {
  // @feature outage.stream, shell.footer-live, shell.live-chip
  test('without the stream every page says how far it is behind, and catches up when the stream is back', async () => {
    const page = await site.harness.visitor('/')
    site.gates.stream.shut()
    site.harness.network.localnet.ledger.advanceTime(HOUR_MICROS)
    await advanceChain(site.harness.network, site.trader, person(site.harness.network, 'June Okafor'))
    // An hour and whatever has passed since the last transaction that was read.
    for (const { path, there } of sample(PAGES, 1, 5)) {
      await page.goto(site.harness.network.webUrl + path(site))
      await there(page, site).waitFor(TIMEOUT)
      await chip(page)
        .getByText(/^Behind \d{4} s$/)
        .waitFor(TIMEOUT)
      await page
        .getByRole('contentinfo')
        .getByText(/^Ledger [\d,]+, \d{4} s behind$/)
        .waitFor(TIMEOUT)
    }
    await mark(page)
    site.gates.stream.open()
    await site.harness.network.settle()
    await chip(page).getByText('Live', { exact: true }).waitFor(TIMEOUT)
    await page
      .getByRole('contentinfo')
      .getByText(/up to date$/)
      .waitFor(TIMEOUT)
    expect(await stayed(page)).toBe(true)
  })
}
