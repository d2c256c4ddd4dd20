import { sample } from '@opal/domain/testing/effort/config'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PHONE, TIMEOUT } from '../harness/config.ts'
import { longTest } from '../harness/long-test.ts'
import { person } from '../harness/market.ts'
import { waitFor } from '../harness/wait-for.ts'
import { connectWallet } from '../harness/wallet.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'
import { box, choose, rows, searchField } from './page-parts.ts'

const WIDTHS = [320, 390, 640, 768, 960, 1024, 1280, 1440, 1920]
const PAGES: readonly { readonly name: string; readonly path: (site: Browsing) => string }[] = [
  { name: 'landing', path: () => '/' },
  { name: 'activity', path: () => '/activity' },
  { name: 'launchpad', path: () => '/launchpad' },
  { name: 'collection', path: ({ first }) => `/collection/${first.slug}` },
]
/** A toast stays for three seconds; a moment more. */
const TOAST_MS = 3_500

/** Journeys of the frame of every page: bar, footer, drawer, commands, toasts. */
export function frameJourneys(site: Browsing): void {
  describe('the frame', () => {
    longTest('portfolio and airdrop ask for a wallet first', async () => {
      const page = await site.harness.visitor('/activity')
      for (const name of ['Portfolio', 'Airdrop']) {
        const dialog = page.getByRole('dialog', { name: /Connect/ })
        await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('button', { name }).click()
        await dialog.waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
        expect(new URL(page.url()).pathname).toBe('/activity')
      }
    })

    // @feature shell.footer-live, shell.footer-marketplaces, shell.lite-pro, shell.theme, currency.toggle, shell.live-chip
    test('the footer knows the ledger and the marketplaces, and choices are found again', async () => {
      const page = await site.harness.visitor('/')
      await page.getByRole('contentinfo').getByText('Live', { exact: true }).waitFor()
      await page.getByText(/^Ledger [\d,]+, up to date$/).waitFor()
      const marketplaces = page.getByRole('list', { name: 'Supported marketplaces' })
      // Below it a phone's drawer names them.
      for (const width of sample(
        WIDTHS.filter((each) => each >= 768),
        2,
      )) {
        await page.setViewportSize({ width, height: 800 })
        await marketplaces.getByText('cancel only').waitFor()
      }
      await choose(page, 'Lite')
      await choose(page, 'USD')
      await page.getByRole('button', { name: 'Light theme' }).click()
      await page.reload()
      expect(await page.getByRole('radio', { name: 'Lite' }).isChecked()).toBe(true)
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
      await rows(page).first().getByText(/\$/).locator('visible=true').first().waitFor()
    })

    // @feature shell.drawer, shell.footer-small, search.placeholder, shell.breakpoints
    test('a phone has a drawer in place of the footer', async () => {
      const page = await site.harness.visitor('/')
      await page.setViewportSize(PHONE)
      await expect.poll(() => searchField(page).getAttribute('placeholder'), TIMEOUT).toBe('Search...')
      expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await whenReady(page)
      await page.getByRole('button', { name: 'Menu' }).click()
      await drawer.waitFor()
      for (const name of ['Collection', 'Activity', 'Launchpad']) await drawer.getByRole('link', { name }).waitFor()
      await drawer.getByText(/^Ledger/).waitFor()
      await drawer.getByRole('link', { name: 'Activity' }).click()
      await page.getByRole('heading', { name: 'Activity' }).waitFor()
      await drawer.waitFor({ state: 'hidden' })
      await page.goto(`${site.harness.network.webUrl}/${person(site.harness.network, 'Mara Voss').address}`)
      await page.getByRole('contentinfo').waitFor()
    })

    // @feature shell.breakpoints
    test.for(sample(PAGES, 1, 3))('of the $name page nothing is cut off, in any window', async ({ path }) => {
      const page = await site.harness.visitor('about:blank')
      // Opened in the smallest and made wider, then opened in the widest and made smaller.
      for (const widths of [WIDTHS, WIDTHS.toReversed()]) {
        await page.setViewportSize({ width: widths[0] ?? 0, height: 800 })
        await page.goto(site.harness.network.webUrl + path(site))
        await whenReady(page)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          await expect.poll(tooWide, { ...TIMEOUT, message: `what is cut off at ${width} px` }).toBeLessThanOrEqual(1)
        }
      }
    })

    // @feature shell.app-bar, shell.layout-default, shell.wide, shell.reduced-motion
    test('the bar is 60 px high and on every page in one place, a text at most 1600 px wide, a list as wide as the window, and nothing moves for those who want it so', async () => {
      const page = await site.harness.visitor('/')
      await page.setViewportSize({ width: 2200, height: 900 })
      const frame = async () => {
        const [bar, foot] = [page.getByRole('banner'), page.getByRole('contentinfo')]
        const links = [bar.getByRole('link').first(), foot.getByRole('link', { name: 'Privacy' })]
        return (await Promise.all(links.map(box))).map(({ x }) => x)
      }
      const place = await frame()
      expect((await page.getByRole('banner').boundingBox())?.height).toBe(60)
      expect((await page.locator('#content').boundingBox())?.width).toBe(2200)
      const longestSeconds = () =>
        page.evaluate(() => {
          const durations = [...document.querySelectorAll('*')].flatMap((element) => {
            const { animationDuration, transitionDuration } = getComputedStyle(element)
            // An animation that follows scrolling lasts no time: its duration is `auto`.
            return `${animationDuration},${transitionDuration}`
              .split(',')
              .map(Number.parseFloat)
              .filter(Number.isFinite)
          })
          return Math.max(...durations)
        })
      expect(await longestSeconds()).toBeLessThanOrEqual(0.001)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      expect(await longestSeconds()).toBeGreaterThan(0.05)
      await page.goto(`${site.harness.network.webUrl}/privacy-policy`)
      await whenReady(page)
      expect((await page.locator('#content').boundingBox())?.width).toBe(1600)
      expect(await frame()).toEqual(place)
      await page.goto(`${site.harness.network.webUrl}/launchpad`)
      await whenReady(page)
      expect((await page.locator('#content').boundingBox())?.width).toBe(2200)
      expect(await frame()).toEqual(place)
    })

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

    longTest('a toast goes by itself after three seconds', async () => {
      const page = await site.harness.visitor(`/${person(site.harness.network, 'Mara Voss').address}`)
      await page.clock.install()
      const toast = page.locator('[data-sonner-toast]')
      // Looked for before it is there, so that it is not gone before it is looked for.
      await Promise.all([toast.first().waitFor(), page.getByRole('button', { name: 'Copy address' }).click()])
      await page.clock.fastForward(TOAST_MS)
      await toast.first().waitFor({ state: 'detached' })
    })

    longTest('commands are found by name, and keys can be turned off', async () => {
      const page = await site.harness.visitor('/')
      const palette = page.getByRole('dialog', { name: 'Commands' })
      await whenReady(page)
      await page.keyboard.press('Control+k')
      await palette.waitFor()
      await page.keyboard.type('light th')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme), TIMEOUT).toBe('light')

      await page.keyboard.press('?')
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await list.getByRole('switch').click()
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'hidden' })
      await page.keyboard.press('g')
      await page.keyboard.press('a')
      await page.keyboard.press('/')
      expect(new URL(page.url()).pathname).toBe('/')
      expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(false)

      await page.keyboard.press('Control+k')
      await palette.waitFor()
      await page.keyboard.type('shortcuts')
      await page.keyboard.press('Enter')
      await list.getByRole('switch').click()
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'hidden' })
      await page.keyboard.press('g')
      await page.keyboard.press('a')
      await page.waitForURL(/\/activity$/)
    })

    // @feature shell.missing-dialog
    test('a dialog whose chunk is gone says so in its place, and opens once it is there', async () => {
      const page = await site.harness.visitor('/')
      const loads = await recordLoads(page, /\/command-palette-(?!host)[^/]*\.js$/)
      const missing = page.getByRole('dialog', { name: 'This didn’t load' })
      const palette = page.getByRole('dialog', { name: 'Commands' })
      await page.keyboard.press('Control+k')
      await missing.getByRole('button', { name: 'Close' }).last().click()
      await missing.waitFor({ state: 'hidden' })
      await page.keyboard.press('Control+k')
      await missing.waitFor()
      await page.unroute(/\/command-palette-(?!host)[^/]*\.js$/)
      expect(loads).toHaveLength(1)
      // A browser may keep that the chunk could not be loaded: then the page is loaded again.
      await missing.getByRole('button', { name: 'Try again' }).click()
      await waitFor('the palette, or the page again', async () => loads.length === 2 || (await palette.isVisible()))
    })

    longTest('a part that is gone reloads the page once, then says so', async () => {
      const page = await site.harness.visitor(`/collection/${site.first.slug}`)
      const loads = await recordLoads(page, /\/analytics-.*\.js$/)
      await page.getByRole('tab', { name: 'Analytics' }).click()
      await waitFor('the page to load again', () => loads.length === 2, { seen: () => loads })
      await page.getByText('Couldn’t load this part of the page').waitFor()
      expect(loads).toHaveLength(2)
    })

    longTest('a page that is gone is loaded again once, then a message says so', async () => {
      const page = await site.harness.visitor('/')
      const loads = await recordLoads(page, /\/activity-.*\.js$/)
      const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Activity' })
      await link.click()
      await waitFor('the page to load again', () => loads.length === 2, { seen: () => loads })
      await whenReady(page)
      await link.click()
      await page.getByText('That page couldn’t be loaded.').waitFor()
      expect(loads).toHaveLength(2)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    })
  })
}

/** Removes a chunk from the site, loads the page without it, and returns the addresses of the loads from then on. */
async function recordLoads(page: Page, chunk: RegExp): Promise<readonly string[]> {
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }))
  const loads: string[] = []
  page.on('domcontentloaded', () => loads.push(page.url()))
  await page.reload()
  await whenReady(page)
  return loads
}
