import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { largestCollection, person } from '../harness/market.ts'
import { connectWallet } from '../harness/wallet.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'

const PHONE = { width: 412, height: 823 }
/** A phone on its side. */
const LANDSCAPE = { width: 844, height: 390 }

/** Journeys in windows between a phone and a desktop, or of little height. */
export function smallWindowsJourneys(site: Browsing): void {
  const collection = async () => `/collection/${(await largestCollection(site.stage.network)).slug}`
  const box = async (part: Locator) => {
    const found = await part.boundingBox()
    if (found === null) throw new Error(`${part} is not shown`)
    return found
  }

  // @feature shell.breakpoints
  describe('small windows', () => {
    test('a phone on its side shows items, and of a token its name and price', async () => {
      const page = await site.stage.visitor('about:blank')
      await page.setViewportSize(LANDSCAPE)
      await page.goto(site.stage.network.webUrl + (await collection()))
      await whenReady(page)
      const first = page.getByRole('article').first()
      // Above what docks at the foot of the window.
      expect((await box(first)).y).toBeLessThan(290)
      expect((await box(page.getByRole('contentinfo'))).y).toBeGreaterThan(LANDSCAPE.height)
      await first.getByRole('link').first().click()
      const dialog = page.getByRole('dialog', { name: 'Token' })
      const name = await box(dialog.getByRole('heading', { level: 2 }).first())
      const buy = await box(dialog.getByRole('button', { name: /^(Buy Now|Place a Bid)/ }).first())
      expect(name.y + name.height).toBeLessThan(buy.y)
      expect(buy.y + buy.height).toBeLessThan(LANDSCAPE.height)
    })

    test('the buttons of a token are one line on the smallest phone', async () => {
      const page = await site.stage.visitor('about:blank')
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`${site.stage.network.webUrl}${await collection()}?listed=true`)
      await whenReady(page)
      await page.getByRole('article').first().getByRole('link').first().click()
      const dialog = page.getByRole('dialog', { name: 'Token' })
      const [buy, bid, cart] = await Promise.all(
        [/^Buy Now/, /^Place a Bid/, /^Add to cart/].map((text) =>
          box(dialog.getByRole('button', { name: text }).first()),
        ),
      )
      expect(new Set([buy, bid, cart].map((each) => Math.round((each?.y ?? 0) + (each?.height ?? 0) / 2))).size).toBe(1)
    })

    // @feature shell.steady
    test.each(['landing', 'collection'])('the %s page stays where it is when its font comes late', async (name) => {
      const page = await site.stage.visitor('about:blank')
      await page.setViewportSize(PHONE)
      await page.addInitScript(() => {
        const seen = window as typeof window & { shift?: number }
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            seen.shift = (seen.shift ?? 0) + entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const painted = Promise.withResolvers<void>()
      await page.route('**/*.woff2', async (route) => {
        await painted.promise
        await route.continue()
      })
      const path = name === 'landing' ? '/' : await collection()
      await page.goto(site.stage.network.webUrl + path, { waitUntil: 'commit' })
      await page.getByRole('heading').first().waitFor()
      painted.resolve()
      await whenReady(page)
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true)
      expect(await page.evaluate(() => (window as typeof window & { shift?: number }).shift ?? 0)).toBeLessThan(0.02)
    })

    test('name and balance of a portfolio have room in any window', async () => {
      const { address, name } = person(site.stage.network, 'Mara Voss')
      const page = await site.stage.visitor(`/${address}`)
      await connectWallet(page, name)
      const heading = page.getByRole('heading', { level: 1 })
      const balance = page.getByRole('main').getByText('Balance', { exact: true }).locator('..')
      await page.setViewportSize({ width: 1280, height: 800 })
      await balance.waitFor()
      for (const width of [768, 820, 900, 960, 1024, 1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const title = await box(heading)
        expect(title.height, `${width} px`).toBeLessThan(60)
        if (width === 1024) {
          // The account in the header says it there.
          expect(await balance.isVisible()).toBe(false)
          expect(await page.getByRole('banner').getByText(/APT$/).first().isVisible()).toBe(true)
          continue
        }
        const owned = await box(balance)
        const isBeside = title.x + title.width <= owned.x + 1
        expect(isBeside || title.y + title.height <= owned.y + 1, `${width} px`).toBe(true)
      }
    })
  })
}
