import { sample } from '@opal/domain/testing/effort/config'
import { describe, expect, test } from 'vitest'
import { PHONE, TIMEOUT } from '../harness/config.ts'
import { longTest } from '../harness/long-test.ts'
import { person } from '../harness/market.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'
import { box, choose, rows, searchField, WIDTHS } from './page-parts.ts'

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
  })
}
