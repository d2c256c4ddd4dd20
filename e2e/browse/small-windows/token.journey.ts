import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../../harness/config.ts'
import { floorToken, person } from '../../harness/market.ts'
import { whenReady } from '../../harness/when-ready.ts'
import type { Browsing } from '../browsing.ts'
import { box } from '../page-parts.ts'
import { collectionPath, LANDSCAPE, openIn, SMALLEST_PHONE } from './windows.ts'

/** Journeys of a token in windows between a phone and a desktop, or of little height. */
export function smallTokenJourneys(site: Browsing): void {
  describe('a token in a small window', () => {
    test('a phone on its side shows items, and of a token its name and price', async () => {
      const page = await openIn(site, LANDSCAPE, await collectionPath(site))
      const first = page.getByRole('article').first()
      // Above what docks at the foot of the window.
      expect((await box(first)).y).toBeLessThan(290)
      expect((await box(page.getByRole('contentinfo'))).y).toBeGreaterThan(LANDSCAPE.height)
      // A long name has its badge and the facts of its collection in one line, too.
      const heading = page.getByRole('heading', { level: 1 })
      await heading.evaluate((one) => {
        one.textContent = 'Minor Constellations'
      })
      const title = await box(heading)
      const inLine = [page.getByTitle('Token standard'), page.locator('h1 + [role="img"]')]
      for (const { y, height } of await Promise.all(inLine.map(box))) {
        expect(y).toBeGreaterThanOrEqual(title.y - 1)
        expect(y + height).toBeLessThanOrEqual(title.y + title.height + 1)
      }
      await first.getByRole('link').first().click()
      const dialog = page.getByRole('dialog')
      const name = await box(dialog.getByRole('heading', { level: 2 }).first())
      const buy = await box(dialog.getByRole('button', { name: /^(Buy Now|Place a Bid)/ }).first())
      expect(name.y + name.height).toBeLessThan(buy.y)
      expect(buy.y + buy.height).toBeLessThan(LANDSCAPE.height)
    })

    test('the buttons of a token are one line on the smallest phone', async () => {
      const page = await openIn(site, SMALLEST_PHONE, `${await collectionPath(site)}?listed=true`)
      await page.getByRole('article').first().getByRole('link').first().click()
      const dialog = page.getByRole('dialog')
      const [buy, bid, cart] = await Promise.all(
        [/^Buy Now/, /^Place a Bid/, /^Add to cart/].map((text) =>
          box(dialog.getByRole('button', { name: text }).first()),
        ),
      )
      expect(new Set([buy, bid, cart].map((each) => Math.round((each?.y ?? 0) + (each?.height ?? 0) / 2))).size).toBe(1)
    })

    // @feature token.tabs-free
    test('price and buttons of a token lie over its tabs on no phone, and stay with the name on its side', async () => {
      const page = await site.harness.visitor('about:blank')
      const within = async (place: Locator, where: string) => {
        const room = async () => {
          const tabs = await box(place.getByRole('tablist', { name: 'Token' }))
          const buy = await box(place.getByRole('button', { name: /^(Buy Now|Place a Bid)/ }).first())
          return Math.round(buy.y - tabs.y - tabs.height)
        }
        await expect.poll(room, { ...TIMEOUT, message: where }).toBeGreaterThanOrEqual(0)
      }
      const token = await floorToken(site.harness.network, person(site.harness.network, 'Mara Voss'))
      for (const height of [915, 844, 780, 740, 700, 667]) {
        await page.setViewportSize({ width: 390, height })
        await page.goto(`${site.harness.network.webUrl}/collection/${token.collectionId}/${token.tokenDataId}`)
        await whenReady(page)
        await within(page.getByRole('main'), `page, ${height} px`)
        await page.goto(`${site.harness.network.webUrl}/collection/${token.collectionId}`)
        await whenReady(page)
        await page.getByRole('article').first().getByRole('link').first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('tablist', { name: 'Token' }).waitFor()
        await within(dialog, `dialog, ${height} px`)
        expect((await box(dialog.getByRole('figure').first())).width, `${height} px`).toBeGreaterThanOrEqual(200)
      }
      await page.setViewportSize(LANDSCAPE)
      const dialog = page.getByRole('dialog')
      const tab = dialog.getByRole('tab', { name: 'Activity' })
      await dialog.getByText('Token ID').scrollIntoViewIfNeeded()
      await tab.scrollIntoViewIfNeeded()
      const isCovered = await tab.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isCovered).toBe(false)
    })

    // @feature token.dialog-strip
    test('nothing of a token lies under the buttons of its dialog', async () => {
      const page = await site.harness.visitor(await collectionPath(site))
      await page.getByRole('article').first().getByRole('link').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('heading', { level: 2 }).first().waitFor()
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        const close = dialog.getByRole('button', { name: 'Close' })
        await close.hover()
        await dialog.getByText('Token ID').scrollIntoViewIfNeeded()
        const strip = await box(close)
        const body = await box(close.locator('xpath=../following-sibling::div'))
        expect(strip.y + strip.height, `${width} px`).toBeLessThanOrEqual(body.y)
        expect(strip.y, `${width} px`).toBeGreaterThanOrEqual((await box(dialog)).y)
      }
    })
  })
}
