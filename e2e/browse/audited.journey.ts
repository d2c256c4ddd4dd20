import { sample } from '@opal/domain/testing/effort/config'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { largestCollection, type Person, person } from '../harness/market.ts'
import { connectWallet } from '../harness/wallet.ts'
import { whenReady } from '../harness/when-ready.ts'
import { audit } from '../screenshots/audit.ts'
import type { Browsing } from './browsing.ts'

const WIDTHS = [390, 1440]

/** A page and its state, as one of the market's people has it. */
interface Audited {
  readonly name: string
  readonly path: (place: { readonly collection: string; readonly viewer: Person }) => string
  /** Brings it into the state. */
  readonly act?: (page: Page) => Promise<unknown>
}

const openFirst = (page: Page) => page.getByRole('article').first().getByRole('link').first().click()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const tab = (name: string): Audited => ({
  name: `portfolio, ${name}`,
  path: ({ viewer }) => `/${viewer.address}?tab=${name}`,
})

const PAGES: readonly Audited[] = [
  { name: 'book', path: ({ collection }) => `${collection}?tab=bids` },
  {
    name: 'token, its dialog',
    path: ({ collection }) => collection,
    act: async (page) => {
      await openFirst(page)
      await dialog(page)
    },
  },
  {
    name: 'token, the dialog of a trade',
    path: ({ collection }) => `${collection}?listed=true`,
    act: async (page) => {
      await openFirst(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Buy Now|Edit price) / })
        .click()
      await page.getByRole('button', { name: /^(Confirm purchase|Edit price)$/ }).waitFor()
    },
  },
  ...['items', 'listings', 'bids-made', 'bids-received', 'claimable', 'activity', 'pnl', 'exit', 'hidden'].map(tab),
  {
    name: 'settings of alerts',
    path: () => '/activity',
    act: async (page) => {
      await page.getByRole('button', { name: 'Alerts' }).click()
      await dialog(page)
    },
  },
  {
    name: 'cart',
    path: ({ collection }) => `${collection}?listed=true`,
    act: async (page) => {
      await page
        .getByRole('article')
        .getByRole('button', { name: /^Add to cart/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Cart, / }).click()
      await page.getByRole('dialog', { name: 'Cart' }).waitFor()
    },
  },
  ...['leaderboard', 'ledger', 'formula'].map((name) => ({
    name: `rewards, ${name}`,
    path: () => `/airdrop?tab=${name}`,
  })),
]

/** Journeys on which an accessibility audit of each page finds nothing, on a phone and a desktop, in both themes. */
export function auditedJourneys(site: Browsing): void {
  const cases = PAGES.flatMap((page) => WIDTHS.map((width) => ({ ...page, width })))

  // @feature shell.audited
  describe('an accessibility audit finds nothing', () => {
    test.for(sample(cases, 2))('on the page "$name" at $width px, in either theme', async ({ path, act, width }) => {
      const viewer = person(site.stage.network, 'Mara Voss')
      const { slug } = await largestCollection(site.stage.network)
      const page = await site.stage.visitor('/help')
      await connectWallet(page, viewer.name)
      // Some parts read the window's size once, when they open.
      await page.setViewportSize({ width, height: width < 640 ? 844 : 900 })
      await page.goto(site.stage.network.webUrl + path({ collection: `/collection/${slug}`, viewer }))
      await whenReady(page)
      await page.getByRole('button', { name: /^Wallet, balance \d/ }).waitFor()
      await act?.(page)
      await page.waitForLoadState('networkidle')
      expect(await audit(page)).toEqual([])
      await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'light' }))
      expect(await audit(page, { only: 'colours' })).toEqual([])
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide).toBeLessThanOrEqual(0)
    })
  })
}
