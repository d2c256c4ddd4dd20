import { sample } from '@opal/domain/testing/effort/config'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BrowserHarness } from '../harness/browser-harness.ts'
import { PHONE, TIMEOUT } from '../harness/config.ts'
import { findHolder, findPerson, floorToken, largestCollection, type Person } from '../harness/market.ts'
import { connectWallet } from '../harness/wallet.ts'
import { whenReady } from '../harness/when-ready.ts'
import { audit } from '../screenshots/audit.ts'
import { missedTargets } from '../screenshots/touch-targets.ts'
import type { Browsing } from './browsing.ts'
import { emulateTouch } from './page-parts.ts'
import { SITE_PAGES, type SitePage } from './site-pages.ts'

/** A phone's screen is touched. */
const WIDTHS = [PHONE.width, 1440]
/** Pages of each kind in a short run. */
const SHORT = 2

/**
 * Journeys to every page of the site, on a phone and a desktop: an accessibility audit finds nothing, a finger hits every
 * control, keys get to the list.
 */
export function auditedJourneys(site: Browsing): void {
  const ofPhones = SITE_PAGES.filter(({ onlyWide }) => onlyWide !== true)
  const cases = WIDTHS.flatMap((width) =>
    (width === PHONE.width ? ofPhones : SITE_PAGES).map((page) => ({ ...page, width })),
  )

  describe('every page', () => {
    /** Windows of one person, connected: a journey takes the one of its width. */
    const windows = new Map<number, Page>()
    let viewer: Person

    beforeAll(async () => {
      viewer = await findViewer(site.harness.network)
      for (const width of WIDTHS) windows.set(width, await connected(width))
    })

    const connected = async (width: number): Promise<Page> => {
      const page = await site.harness.visitor('/help')
      await connectWallet(page, viewer.name)
      // Some parts read the window's size once, when they open.
      await page.setViewportSize(width === PHONE.width ? PHONE : { width, height: 900 })
      if (width === PHONE.width) await emulateTouch(page)
      return page
    }

    /** Opens a page in its state. */
    const open = async ({ name, path, act, has }: SitePage, width: number): Promise<Page> => {
      const page = windows.get(width)
      if (page === undefined) throw new Error(`no window is ${width} px wide`)
      const { network } = site.harness
      const { slug } = await largestCollection(network)
      const token = await floorToken(network, viewer)
      const isOwn = has === undefined || (await has(network, viewer))
      const place = {
        collection: `/collection/${slug}`,
        token: `/collection/${token.collectionId}/${token.tokenDataId}`,
        owner: isOwn ? viewer : await findPerson(network, `something in ${name}`, (one) => has(network, one)),
      }
      // The layout that another page has chosen is no part of this one's state.
      await page.context().clearCookies({ name: /^opal\./ })
      await page.goto(site.harness.network.webUrl + path(place))
      await whenReady(page)
      await page.getByRole('button', { name: /^Wallet, balance \d/ }).waitFor()
      await act?.(page)
      await page.waitForLoadState('networkidle')
      return page
    }

    // @feature shell.audited
    describe('an accessibility audit finds nothing', () => {
      test.for(sample(cases, SHORT))('on the page "$name" at $width px, in either theme', async ({ width, ...one }) => {
        const page = await open(one, width)
        expect(await audit(page)).toEqual([])
        await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'light' }))
        expect(await audit(page, { only: 'colours' })).toEqual([])
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(tooWide).toBeLessThanOrEqual(0)
      })
    })

    // @feature shell.touch-targets
    describe('a finger hits every control', () => {
      test.for(sample(ofPhones, SHORT, 1))('of the page "$name"', async (one) => {
        expect(await missedTargets(await open(one, PHONE.width))).toEqual([])
      })
    })

    // @feature shell.skip-items
    describe('the second Tab is a link to the first item', () => {
      const withList = SITE_PAGES.filter(({ list }) => list !== undefined)
      test.for(sample(withList, SHORT))('of the page "$name"', async ({ list = '', ...one }) => {
        const page = await open(one, 1440)
        const name = new RegExp(`^Skip to ${list}$`, 'i')
        await page.getByRole('button', { name }).waitFor({ state: 'attached' })
        // Resets the focus, as on a page that has just opened: the steps before may have moved it.
        await page.evaluate(() => {
          document.body.tabIndex = -1
          document.body.focus({ preventScroll: true })
          document.body.removeAttribute('tabindex')
        })
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        const first = page.locator('[data-index="0"], [aria-rowindex="1"]')
        const isInFirst = () => first.evaluateAll((all) => all.some((item) => item.contains(document.activeElement)))
        await expect.poll(isInFirst, TIMEOUT).toBe(true)
      })
    })
  })
}

/** Returns one of the people who has something in each list of a portfolio, if there is one; else one who holds a token. */
async function findViewer(network: BrowserHarness['network']): Promise<Person> {
  const asked = SITE_PAGES.flatMap(({ has }) => has ?? [])
  for (const account of network.accounts) {
    const has = await Promise.all(asked.map((one) => one(network, account)))
    if (has.every(Boolean)) return account
  }
  return findHolder(network)
}
