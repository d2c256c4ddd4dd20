import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../harness/config.ts'
import { person } from '../harness/market.ts'
import { connectWallet } from '../harness/wallet.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'
import { WIDTHS } from './page-parts.ts'

/** Journeys of what comes late into the bar of every page: the account, and the cart. */
export function barJourneys(site: Browsing): void {
  describe('the bar', () => {
    // @feature wallet.drawn-at-once
    test('a reload draws the account before scripts run, and nothing of the bar moves when they do', async () => {
      const page = await site.harness.visitor('/')
      await connectWallet(page, person(site.harness.network, 'Mara Voss').name)
      const place = page.getByRole('banner').locator('[data-focus-region]').last()
      const search = page.getByRole('banner').getByRole('combobox')
      const boxes = async () => Promise.all([place.boundingBox(), search.boundingBox()])
      for (const width of [390, 800, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const connected = await boxes()
        const { promise: released, resolve: release } = Promise.withResolvers<void>()
        await page.route('**/*.js', async (route) => {
          await released
          await route.continue()
        })
        await page.reload({ waitUntil: 'commit' })
        await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
        // The places of the bar are a pixel or two narrower in the font that stands in for the site's until it is loaded.
        await page.evaluate(async () => void (await document.fonts.load('16px "Inter Variable"')))
        expect(await boxes(), `${width} px before scripts`).toEqual(connected)
        const drawn = place.locator('> [aria-hidden="true"]')
        expect(await drawn.isVisible()).toBe(true)
        expect(await place.locator('> button').isVisible()).toBe(false)
        const text = await drawn.evaluate((one) =>
          [...one.querySelectorAll('*')].map((part) => getComputedStyle(part, '::before').content).join(' '),
        )
        release()
        await whenReady(page)
        await page.unroute('**/*.js')
        const account = page.getByRole('button', { name: /^Wallet, balance/ })
        await account.waitFor()
        const [, balance] = /balance (.*) APT/.exec((await account.getAttribute('aria-label')) ?? '') ?? []
        expect(text).toContain(`"${balance}"`)
        expect(await boxes(), `${width} px with the wallet`).toEqual(connected)
      }
    })

    // @feature shell.app-bar, buy.cart
    test('the first item of a cart moves nothing of a wide bar, and in no window is a part of it cut off', async () => {
      const page = await site.harness.visitor(`/collection/${site.first.slug}?listed=true`)
      await connectWallet(page, person(site.harness.network, 'Mara Voss').name)
      const bar = page.getByRole('banner')
      const cart = bar.getByRole('button', { name: /^Cart/ })
      const places = () =>
        bar.evaluate((header) =>
          [...header.querySelectorAll('a, label, [role="combobox"], button:not([aria-label^="Cart"])')].flatMap(
            (part) => {
              const { left, right, width } = part.getBoundingClientRect()
              return width > 0 ? [`${part.getAttribute('aria-label') ?? part.textContent}: ${left} to ${right}`] : []
            },
          ),
        )
      const end = () =>
        bar.evaluate((header) =>
          Math.max(...[...header.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right - innerWidth)),
        )
      const addFirst = async () => {
        const card = page.getByRole('article').first()
        await card.hover()
        await card.getByRole('button', { name: /^Add to cart/ }).click()
        await cart.waitFor()
      }
      const points = bar.getByRole('link', { name: /pts$/ })
      for (const width of [1280, 1359, 1360, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await points.waitFor()
        const before = await places()
        await addFirst()
        expect(await places(), `${width} px`).toEqual(before)
        await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Clear' }).click()
        await cart.waitFor({ state: 'hidden' })
      }
      await addFirst()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(end, { ...TIMEOUT, message: `what is cut off at ${width} px` }).toBeLessThanOrEqual(0)
      }
    })
  })
}
