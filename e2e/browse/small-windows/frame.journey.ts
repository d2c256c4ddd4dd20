import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../../harness/config.ts'
import { floorToken, person } from '../../harness/market.ts'
import { answerWallet, connectWallet } from '../../harness/wallet.ts'
import { whenReady } from '../../harness/when-ready.ts'
import { missedTargets } from '../../screenshots/touch-targets.ts'
import type { Browsing } from '../browsing.ts'
import { box, emulateTouch, watchShifts } from '../page-parts.ts'
import { collectionPath, LANDSCAPE, LARGE_PHONE } from './windows.ts'

/** Journeys of the frame of pages in windows between a phone and a desktop: header, touch targets, fonts and toasts. */
export function smallFrameJourneys(site: Browsing): void {
  // @feature shell.breakpoints
  describe('the frame in a small window', () => {
    // @feature shell.drawer
    test('a phone on its side reaches settings and help from the header, of which nothing is covered', async () => {
      const page = await site.harness.visitor(await collectionPath(site))
      await connectWallet(page, person(site.harness.network, 'Mara Voss').name)
      await emulateTouch(page)
      const header = page.getByRole('banner')
      const menu = header.getByRole('button', { name: 'Menu' })
      for (const width of [768, 800, 844, 932]) {
        await page.setViewportSize({ ...LANDSCAPE, width })
        await menu.waitFor()
        const faults = () =>
          header.evaluate((bar) =>
            [...bar.querySelectorAll('nav a, nav button, button')].flatMap((part) => {
              const { left, top, right, width: wide, height: high } = part.getBoundingClientRect()
              if (wide === 0) return []
              const found = document.elementFromPoint(left + wide / 2, top + high / 2)
              const name = part.getAttribute('aria-label') ?? part.textContent
              const isCovered = !part.contains(found) || right > innerWidth
              const isSmall = part.closest('nav') !== null && high < 40
              return [...(isCovered ? [`${name} is covered`] : []), ...(isSmall ? [`${name} is ${high} px high`] : [])]
            }),
          )
        await expect.poll(faults, { ...TIMEOUT, message: `${width} px` }).toEqual([])
      }
      await menu.click()
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await drawer.getByRole('switch', { name: 'Light theme' }).click()
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
      await drawer.getByRole('switch', { name: 'Pro mode' }).waitFor()
      await drawer.getByRole('link', { name: 'Help' }).click()
      await page.waitForURL(/\/help$/)
      await drawer.waitFor({ state: 'hidden' })
    })

    // @feature shell.touch-targets
    test.each([LANDSCAPE, { width: 768, height: 1024 }])(
      'tabs and links of the foot are a finger high at $width by $height',
      async (window) => {
        const page = await site.harness.visitor('about:blank')
        await emulateTouch(page)
        await page.setViewportSize(window)
        await page.goto(site.harness.network.webUrl + (await collectionPath(site)))
        await whenReady(page)
        const tabs = page.getByRole('tablist', { name: 'Collection' }).getByRole('tab')
        const links = page.getByRole('contentinfo').getByRole('link', { name: /^(Help|Terms|Privacy)$/ })
        for (const part of [...(await tabs.all()), ...(await links.all())])
          expect((await box(part)).height, await part.innerText()).toBeGreaterThanOrEqual(40)
        expect(await links.count()).toBe(3)
      },
    )

    // @feature shell.touch-targets
    test.each([320, 390])('a finger hits all that newcomers find on the landing page of %i px', async (width) => {
      const page = await site.harness.visitor('about:blank')
      await emulateTouch(page)
      await page.setViewportSize({ width, height: 844 })
      await page.goto(site.harness.network.webUrl)
      await whenReady(page)
      await page.getByRole('list', { name: 'Latest sales' }).getByRole('link').first().waitFor()
      expect(await missedTargets(page)).toEqual([])
    })

    // @feature shell.layout-shift
    test.each(['landing', 'collection'])('the %s page stays where it is when its font comes late', async (name) => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize(LARGE_PHONE)
      const shifts = await watchShifts(page)
      const painted = Promise.withResolvers<void>()
      await page.route('**/*.woff2', async (route) => {
        await painted.promise
        await route.continue()
      })
      const path = name === 'landing' ? '/' : await collectionPath(site)
      await page.goto(site.harness.network.webUrl + path, { waitUntil: 'commit' })
      await page.getByRole('heading').first().waitFor()
      painted.resolve()
      await whenReady(page)
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true)
      expect(await shifts()).toBeLessThan(0.02)
    })

    // @feature shell.toast-above
    test.each([LARGE_PHONE, { width: 1024, height: 600 }, { width: 1440, height: 900 }])(
      'a toast leaves title and buttons of an open dialog free: %o',
      async (window) => {
        const { network } = site.harness
        // A person who declines in the wallet only looks: a cluster has six people, whom the journeys that buy need.
        const buyer = person(network, 'Mara Voss')
        const token = await floorToken(network, buyer)
        const page = await site.harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
        await connectWallet(page, buyer.name)
        await page.setViewportSize(window)
        await page.reload()
        await whenReady(page)
        await page.getByRole('button', { name: `Buy Now ${token.name}` }).click()
        const dialog = page.getByRole('dialog', { name: 'BUY ITEMS' })
        await dialog.getByRole('button', { name: 'Confirm purchase' }).click()
        // In one step, which begins before there is a toast: it goes by itself after three seconds.
        const shown = dialog.evaluate(async (one) => {
          const toastNow = () => document.querySelector<HTMLElement>('[data-sonner-toast]')
          while (toastNow() === null) await new Promise(requestAnimationFrame)
          // Where it stays once it has come in.
          await new Promise((resolve) => setTimeout(resolve, 700))
          const toast = toastNow()?.getBoundingClientRect()
          if (toast === undefined || !one.isConnected) return { words: '', covered: ['no toast, or no dialog'] }
          const covered = [...one.querySelectorAll('h2, button, a')].flatMap((part) => {
            const { left, right, top, bottom, width } = part.getBoundingClientRect()
            const isApart = right <= toast.left || left >= toast.right || bottom <= toast.top || top >= toast.bottom
            return width === 0 || isApart ? [] : [part.textContent]
          })
          return { words: toastNow()?.textContent, covered }
        })
        await answerWallet(page, 'Reject')
        const { words, covered } = await shown
        expect(words).toContain('Request Rejected')
        expect(covered).toEqual([])
      },
    )
  })
}
