import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../../harness/config.ts'
import { findHolder, floorToken, person } from '../../harness/market.ts'
import { answerWallet, connectWallet } from '../../harness/wallet.ts'
import { whenReady } from '../../harness/when-ready.ts'
import { missedTargets } from '../../screenshots/touch-targets.ts'
import type { Browsing } from '../browsing.ts'
import { box, emulateTouch, watchShifts } from '../page-parts.ts'
import { collectionPath, LANDSCAPE, LARGE_PHONE, openIn } from './windows.ts'

/** Journeys of the frame of pages in windows between a phone and a desktop: header, footer, fonts, and what docks above the footer. */
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

    test('activity shows names of wallets whole on a small desktop, and its filters side by side', async () => {
      const page = await openIn(site, { width: 1024, height: 768 }, '/activity')
      const names = page.getByRole('table').locator('td:not(:has(img)) a[title^="0x"]')
      await names.first().waitFor()
      const cut = await names.evaluateAll((all) =>
        all.flatMap((name) => {
          // The longest, in letters of usual width.
          name.textContent = 'pavel-dvorak.apt'
          name.removeAttribute('data-mono')
          return name.scrollWidth > name.clientWidth ? [name.closest('tr')?.textContent] : []
        }),
      )
      expect(cut).toEqual([])
      for (const width of [1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 768 })
        const kinds = await box(page.getByRole('group', { name: 'Activity types' }))
        const interval = await box(page.getByRole('group', { name: 'Interval' }))
        expect(interval.x - kinds.x - kinds.width, `${width} px`).toBeLessThanOrEqual(16)
      }
    })

    // @feature table.whole-row, shell.touch-targets
    test.each([{ width: 390, height: 844 }, { width: 320, height: 640 }, LANDSCAPE])(
      'a row of activity opens its item by a tap anywhere, at $width by $height',
      async (window) => {
        const page = await site.harness.visitor('about:blank')
        await emulateTouch(page)
        await page.setViewportSize(window)
        await page.goto(`${site.harness.network.webUrl}/activity?type=sales`)
        await whenReady(page)
        const row = page.getByRole('table', { name: 'Activity' }).locator('[data-row]').first()
        const { height } = await box(row)
        const to = await row.locator('[data-row-link]').getAttribute('href')
        const reached = await row.evaluate((one, href) => {
          const { left, top, width, height: high } = one.getBoundingClientRect()
          const points = [0.02, 0.1, 0.3, 0.5, 0.7].flatMap((x) =>
            [3, high / 2, high - 3].map((y) => [left + x * width, top + y]),
          )
          return points.filter(([x = 0, y = 0]) => {
            const hit = document.elementFromPoint(x, y)
            return hit?.closest('a') === null || hit?.closest('a')?.getAttribute('href') === href
          }).length
        }, to)
        expect([height >= 44, reached]).toEqual([true, 15])
        const price = row.locator('[title$=" APT"]').first()
        await price.click()
        await page.waitForURL(`**${to}`)
      },
    )

    // @feature shell.docked-whole
    test('what is docked ends above the footer in any window', async () => {
      const page = await site.harness.visitor(await collectionPath(site))
      const dock = page.getByRole('region', { name: 'Sweep' })
      const footer = page.getByRole('contentinfo')
      for (const width of [768, 800, 900, 1023, 1024, 1100, 1279, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const room = async () => Math.round((await box(footer)).y - (await box(dock)).y - (await box(dock)).height)
        await expect.poll(room, { ...TIMEOUT, message: `${width} px` }).toBeGreaterThanOrEqual(0)
      }
    })

    // @feature shell.docked-whole
    test.each([1, 30, 300])('what is docked ends right above the footer, where %i items are left too', async (rank) => {
      const page = await site.harness.visitor(`${await collectionPath(site)}?listed=true&rankMax=${rank}`)
      const dock = page.getByRole('region', { name: 'Sweep' })
      const footer = page.getByRole('contentinfo')
      await dock.waitFor()
      for (const size of [
        { width: 800, height: 1100 },
        { width: 1280, height: 720 },
        { width: 1440, height: 900 },
        { width: 1920, height: 1200 },
      ]) {
        await page.setViewportSize(size)
        await page.mouse.wheel(0, 5_000)
        const gap = async () => Math.round((await box(footer)).y - (await box(dock)).y - (await box(dock)).height)
        await expect.poll(gap, { ...TIMEOUT, message: `${size.width} px` }).toBe(8)
      }
    })

    // @feature shell.docked-whole
    test.each(['mouse', 'finger'])('the footer cuts nothing in windows of any width, for a %s', async (pointer) => {
      const page = await site.harness.visitor('/')
      if (pointer === 'finger') await emulateTouch(page)
      const footer = page.getByRole('contentinfo')
      for (const width of [768, 800, 844, 900, 1023, 1024, 1100, 1279, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const cut = () =>
          footer.evaluate((bar) => {
            const { top, bottom } = bar.getBoundingClientRect()
            return [...bar.querySelectorAll('a, button, label, span, li')].flatMap((part) => {
              const at = part.getBoundingClientRect()
              const isCut = at.width > 1 && (at.top < top || at.bottom > bottom || at.right > innerWidth)
              return isCut ? [part.textContent] : []
            })
          })
        await expect.poll(cut, { ...TIMEOUT, message: `${width} px` }).toEqual([])
      }
    })

    // @feature trade.tray-room
    test('the end of a page is drawn up from under the tray, which covers nothing that is docked', async () => {
      const { address: wallet } = await findHolder(site.harness.network)
      const page = await site.harness.visitor('about:blank')
      await page.addInitScript(leaveFailedTrade, wallet)
      for (const path of [`${await collectionPath(site)}?rankMax=60`, `/${wallet}`]) {
        for (const width of [390, 800, 1440]) {
          await page.setViewportSize({ width, height: 844 })
          await page.goto(site.harness.network.webUrl + path)
          await whenReady(page)
          const tray = page.getByRole('region', { name: 'Your transactions' })
          await tray.getByText('Failed', { exact: true }).waitFor()
          const where = `${path} at ${width} px`
          const ends = async () => {
            await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
            const last = await box(page.getByRole('article').last())
            return (await box(tray)).y - last.y - last.height
          }
          await expect.poll(ends, { ...TIMEOUT, message: where }).toBeGreaterThanOrEqual(0)
          const { y: top } = await box(tray)
          for (const dock of await page.locator('[data-in-flow]').all()) {
            expect(top + (await box(tray)).height, where).toBeLessThanOrEqual((await box(dock)).y)
          }
        }
      }
    })

    // @feature trade.tray-room
    test('the last row of a list of any page is drawn up from under the tray', async () => {
      const { address: wallet } = await findHolder(site.harness.network)
      const page = await site.harness.visitor('about:blank')
      await page.addInitScript(leaveFailedTrade, wallet)
      await page.context().addCookies(
        ['view', 'holdings'].map((name) => ({
          name: `opal.${name}`,
          value: 'table',
          url: site.harness.network.webUrl,
        })),
      )
      const collection = await collectionPath(site)
      const lists = [
        `${collection}?rankMax=60`,
        `${collection}?tab=activity&type=sales`,
        `/${wallet}`,
        '/activity?type=mint',
      ]
      for (const path of lists) {
        for (const size of [{ width: 390, height: 844 }, LANDSCAPE, { width: 1440, height: 900 }]) {
          await page.setViewportSize(size)
          await page.goto(site.harness.network.webUrl + path)
          await whenReady(page)
          const tray = page.getByRole('region', { name: 'Your transactions' })
          await tray.getByText('Failed', { exact: true }).waitFor()
          const last = page.getByRole('main').getByRole('row').last()
          const ends = async () => {
            await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
            const { y, height } = await box(last)
            return (await box(tray)).y - y - height
          }
          const message = `${path} at ${size.width} px`
          await expect.poll(ends, { ...TIMEOUT, message }).toBeGreaterThanOrEqual(0)
        }
      }
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

/** Leaves a failed trade in the browser, which the tray shows. In the page: before its scripts. */
function leaveFailedTrade(walletAddress: string): void {
  const trade = {
    id: 'left',
    hash: null,
    walletAddress,
    kind: 'buy',
    call: '0x1::a::b',
    sequenceNumber: null,
    image: null,
    doing: 'Buying an item',
    success: 'Buying successful',
    failure: 'Request Rejected',
    tokenDataIds: [],
    submittedAtMs: Date.now(),
    state: 'failed',
    version: null,
    sentence: 'Failed',
  }
  localStorage.setItem('opal.transactions', JSON.stringify([trade]))
}
