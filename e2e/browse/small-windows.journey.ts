import { COLLECTION_STEPS, sortByName } from '@opal/bench/web/collection-steps'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../harness/config.ts'
import { findSeller, floorToken, largestCollection, person } from '../harness/market.ts'
import { createUser } from '../harness/users.ts'
import { answerWallet, connectWallet } from '../harness/wallet.ts'
import { whenReady } from '../harness/when-ready.ts'
import { audit } from '../screenshots/audit.ts'
import type { Browsing } from './browsing.ts'

const LARGE_PHONE = { width: 412, height: 823 }
/** A phone on its side. */
const LANDSCAPE = { width: 844, height: 390 }

/** Journeys in windows between a phone and a desktop, or of little height. */
export function smallWindowsJourneys(site: Browsing): void {
  const collection = async () => `/collection/${(await largestCollection(site.harness.network)).slug}`
  const box = async (part: Locator) => {
    const found = await part.boundingBox()
    if (found === null) throw new Error(`${part} is not shown`)
    return found
  }

  // @feature shell.breakpoints
  describe('small windows', () => {
    test('a phone on its side shows items, and of a token its name and price', async () => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize(LANDSCAPE)
      await page.goto(site.harness.network.webUrl + (await collection()))
      await whenReady(page)
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

    // @feature shell.drawer
    test('a phone on its side reaches settings and help from the header, of which nothing is covered', async () => {
      const page = await site.harness.visitor(await collection())
      await connectWallet(page, person(site.harness.network, 'Mara Voss').name)
      await touch(page)
      const header = page.getByRole('banner')
      const menu = header.getByRole('button', { name: 'Menu' })
      for (const width of [768, 800, 844, 932]) {
        await page.setViewportSize({ ...LANDSCAPE, width })
        await menu.waitFor()
        const faults = await header.evaluate((bar) =>
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
        expect(faults, `${width} px`).toEqual([])
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

    // @feature shell.short-window
    test('a page at 200 % leaves more than half of the window to the items, also with a cart', async () => {
      const page = await site.harness.visitor('about:blank')
      const height = 450
      await page.setViewportSize({ width: 720, height })
      await page.goto(`${site.harness.network.webUrl}${await collection()}?listed=true`)
      await whenReady(page)
      await page.getByRole('article').first().hover()
      await page
        .getByRole('button', { name: /^Add to cart/ })
        .first()
        .click()
      const cart = page.getByRole('region', { name: 'Selected items' })
      await cart.waitFor()
      await page.mouse.wheel(0, 600)
      const tabs = page.getByRole('tablist', { name: 'Collection' })
      const room = async () => (await box(cart)).y - (await box(tabs)).y - (await box(tabs)).height
      await expect.poll(room, TIMEOUT).toBeGreaterThan(height / 2)
      await cart.getByRole('button', { name: 'Clear' }).click()
    })

    // The steps that `npm run bench -- web` measures go by the names of controls, as this does.
    test('a phone filters the items of a collection, opens one, changes the tab and searches, again and again', async () => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize(LARGE_PHONE)
      await page.goto(site.harness.network.webUrl + (await collection()))
      await whenReady(page)
      for (const step of [...COLLECTION_STEPS, ...COLLECTION_STEPS]) await step(page)
      expect(await page.getByLabel('Search items by name').inputValue()).toBe('')
      await page.setViewportSize({ width: 1440, height: 900 })
      await sortByName(page)
      await page.waitForURL(/sort=name_asc/)
      expect(site.harness.pageErrors).toEqual([])
    })

    test('the buttons of a token are one line on the smallest phone', async () => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`${site.harness.network.webUrl}${await collection()}?listed=true`)
      await whenReady(page)
      await page.getByRole('article').first().getByRole('link').first().click()
      const dialog = page.getByRole('dialog')
      const [buy, bid, cart] = await Promise.all(
        [/^Buy Now/, /^Place a Bid/, /^Add to cart/].map((text) =>
          box(dialog.getByRole('button', { name: text }).first()),
        ),
      )
      expect(new Set([buy, bid, cart].map((each) => Math.round((each?.y ?? 0) + (each?.height ?? 0) / 2))).size).toBe(1)
    })

    // @feature shell.layout-shift
    test.each(['landing', 'collection'])('the %s page stays where it is when its font comes late', async (name) => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize(LARGE_PHONE)
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
      await page.goto(site.harness.network.webUrl + path, { waitUntil: 'commit' })
      await page.getByRole('heading').first().waitFor()
      painted.resolve()
      await whenReady(page)
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true)
      expect(await page.evaluate(() => (window as typeof window & { shift?: number }).shift ?? 0)).toBeLessThan(0.02)
    })

    // @feature shell.smallest-phone
    test('the smallest phone shows a whole card of a collection, its price also during a sweep, and items of a portfolio', async () => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize({ width: 320, height: 640 })
      // A finger's controls are higher than a mouse's.
      await touch(page)
      await page.goto(site.harness.network.webUrl + (await collection()))
      await whenReady(page)
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
      const dock = page.getByRole('region', { name: 'Sweep' })
      await dock.waitFor()
      const card = await box(page.getByRole('article').first())
      expect(card.y + card.height).toBeLessThanOrEqual((await box(dock)).y)
      await dock.getByRole('button', { name: 'One more' }).click()
      await dock.getByRole('button', { name: 'Magic buy' }).waitFor()
      const price = await box(page.getByRole('article').first().getByTitle(/ APT$/).first())
      expect(price.y + price.height).toBeLessThanOrEqual((await box(dock)).y)
      await page.goto(`${site.harness.network.webUrl}/${person(site.harness.network, 'Mara Voss').address}`)
      await whenReady(page)
      const places = await box(page.getByRole('navigation', { name: 'Main, phone' }))
      expect((await box(page.getByRole('article').first())).y).toBeLessThan(places.y - 44)
    })

    // @feature shell.smallest-phone
    test('a selection of items leaves most of the smallest phone to them, and a swipe reaches each of its actions', async () => {
      const { address, name } = await findSeller(site.harness.network)
      const page = await site.harness.visitor(`/${address}`)
      await connectWallet(page, name)
      await touch(page)
      const window = { width: 320, height: 640 }
      await page.setViewportSize(window)
      const boxes = page.getByRole('checkbox', { name: /^Select .*#/ })
      // Listed and unlisted ones: all actions that a wallet has.
      await boxes.first().waitFor()
      for (const one of await boxes.all()) await one.check()
      const bar = page.getByRole('toolbar', { name: 'Selected items' })
      const buttons = bar.getByRole('button')
      await expect.poll(() => buttons.count(), TIMEOUT).toBeGreaterThan(3)
      expect((await box(bar)).height).toBeLessThan(window.height / 5)
      for (const button of await buttons.all()) {
        await button.scrollIntoViewIfNeeded()
        const [{ x, width }, frame] = [await box(button), await box(bar)]
        expect(x).toBeGreaterThanOrEqual(frame.x)
        expect(x + width).toBeLessThanOrEqual(frame.x + frame.width)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })

    // @feature shell.touch-targets
    test('the buttons of a ranking’s row are a finger wide on a tablet', async () => {
      const page = await site.harness.visitor('about:blank')
      await touch(page)
      await page.setViewportSize({ width: 768, height: 1024 })
      await page.goto(site.harness.network.webUrl)
      await whenReady(page)
      const cell = page.getByRole('table', { name: 'Collections' }).getByRole('row').nth(1).getByRole('cell').last()
      const widths = await cell.evaluate((one) =>
        [...one.querySelectorAll('button')].map((button) => {
          button.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { left, top, width, height } = button.getBoundingClientRect()
          const isHit = (x: number) => button.contains(document.elementFromPoint(x, top + height / 2))
          const middle = left + width / 2
          const reach = (step: number) => {
            let x = middle
            while (isHit(x + step)) x += step
            return Math.abs(x - middle)
          }
          return reach(-1) + reach(1) + 1
        }),
      )
      expect(widths).toHaveLength(3)
      expect(Math.min(...widths)).toBeGreaterThanOrEqual(40)
    })

    // @feature items.search-room
    test('the search of a collection’s items has room for a name on the smallest phone while one types', async () => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(site.harness.network.webUrl + (await collection()))
      await whenReady(page)
      const field = page.getByLabel('Search items by name')
      const order = page.getByRole('combobox', { name: 'Sort by' })
      const [rest, sort] = [await box(field), await box(order)]
      await field.focus()
      const wide = await box(field)
      expect(wide.width).toBeGreaterThan(180)
      expect(wide.x).toBeCloseTo(rest.x, 0)
      expect(wide.y).toBeCloseTo(rest.y, 0)
      // Keys reach what it covers, which shows again.
      await page.keyboard.press('Tab')
      expect(await order.evaluate((select) => select === document.activeElement)).toBe(true)
      expect(await box(field)).toEqual(rest)
      expect(await box(order)).toEqual(sort)
    })

    // @feature shell.smallest-phone
    test.each([360, 390, 412])('a sweep of filtered items shows what the next one costs at %i px', async (width) => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${site.harness.network.webUrl}${await collection()}?rankMax=900`)
      await whenReady(page)
      const sweep = page.getByRole('region', { name: 'Sweep' })
      await sweep.getByRole('button', { name: 'One more' }).click()
      const next = sweep.getByText(/^next/)
      await next.waitFor()
      expect(await sweep.getByRole('status').innerText()).toContain('Filtered:')
      const line = await box(sweep.getByRole('status'))
      const price = await box(next)
      expect(price.x + price.width).toBeLessThanOrEqual(line.x + line.width)
    })

    // @feature shell.docked-whole
    test('what is docked ends above the footer in any window', async () => {
      const page = await site.harness.visitor(await collection())
      const dock = page.getByRole('region', { name: 'Sweep' })
      const footer = page.getByRole('contentinfo')
      for (const width of [768, 800, 900, 1023, 1024, 1100, 1279, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const docked = await box(dock)
        expect(docked.y + docked.height, `${width} px`).toBeLessThanOrEqual((await box(footer)).y)
      }
    })

    // @feature shell.docked-whole
    test.each(['mouse', 'finger'])('the footer cuts nothing in windows of any width, for a %s', async (pointer) => {
      const page = await site.harness.visitor('/')
      if (pointer === 'finger') await touch(page)
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
      const wallet = person(site.harness.network, 'Mara Voss').address
      const page = await site.harness.visitor('about:blank')
      await page.addInitScript(leaveFailedTrade, wallet)
      for (const path of [`${await collection()}?rankMax=60`, `/${wallet}`]) {
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

    // @feature token.tabs-free
    test('price and buttons of a token lie over its tabs on no phone, and stay with the name on its side', async () => {
      const page = await site.harness.visitor('about:blank')
      const within = async (place: Locator, where: string) => {
        const tabs = await box(place.getByRole('tablist', { name: 'Token' }))
        const buy = await box(place.getByRole('button', { name: /^(Buy Now|Place a Bid)/ }).first())
        expect(tabs.y + tabs.height, where).toBeLessThanOrEqual(buy.y)
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
      const page = await site.harness.visitor(await collection())
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

    test('a phone whose collection is scrolled has no region that only a finger scrolls', async () => {
      const page = await site.harness.visitor('about:blank')
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(site.harness.network.webUrl + (await collection()))
        await whenReady(page)
        await page.mouse.wheel(0, 900)
        const line = page.getByTitle('Back to the top')
        await expect.poll(() => line.evaluate((one) => one.closest('[inert]') === null), TIMEOUT).toBe(true)
        expect(await audit(page)).toEqual([])
      }
    })

    // @feature collection.tabs-reachable, collection.line
    test('the tabs of a collection stay within reach at any depth, and lie over nothing', async () => {
      const page = await site.harness.visitor('about:blank')
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto(site.harness.network.webUrl + (await collection()))
        await whenReady(page)
        const row = page.getByRole('tablist', { name: 'Collection' })
        for (const depth of [0, 200, 500, 900]) {
          await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), depth)
          const where = `${width} px, ${depth} px deep`
          const covering = await row.evaluate((list) =>
            [...list.children].flatMap((tab) => {
              const { left, top, width: wide, height: high } = tab.getBoundingClientRect()
              const found = document.elementFromPoint(Math.min(left + wide / 2, innerWidth - 20), top + high / 2)
              return list.contains(found) ? [] : [`${tab.textContent} is under ${found?.outerHTML.slice(0, 80)}`]
            }),
          )
          expect(covering, where).toEqual([])
          expect((await box(row)).x + (await box(row)).width, where).toBeLessThanOrEqual(width)
        }
        for (const name of ['Activity', 'About', 'Bids', 'Items']) {
          await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
          await row.getByRole('tab', { name }).click()
          const panel = page.getByRole('tabpanel', { name })
          await expect
            .poll(async () => Math.round((await box(panel)).y - (await box(row)).y - (await box(row)).height), {
              ...TIMEOUT,
              message: `${name} at ${width} px`,
            })
            .toBeGreaterThanOrEqual(0)
        }
      }
    })

    // @feature shell.toast-above
    test('a phone’s toast leaves title and close button of an open sheet free', async () => {
      const { network } = site.harness
      const buyer = await createUser(site.harness)
      const token = await floorToken(network, buyer)
      const page = await site.harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
      await connectWallet(page, buyer.name)
      await page.setViewportSize(LARGE_PHONE)
      await page.reload()
      await whenReady(page)
      await page.getByRole('button', { name: `Buy Now ${token.name}` }).click()
      const sheet = page.getByRole('dialog', { name: 'BUY ITEMS' })
      await sheet.getByRole('button', { name: 'Confirm purchase' }).click()
      await answerWallet(page, 'Reject')
      const toast = page.getByText('Request Rejected', { exact: true }).first()
      const [message, close] = [await box(toast), await box(sheet.getByRole('button', { name: 'Close' }))]
      expect(message.y + message.height).toBeLessThan(close.y)
    })

    // @feature portfolio.phone-head
    test.each([320, 390])('a portfolio of %i px shows value and gain, and the rest by one press', async (width) => {
      const { address, name } = person(site.harness.network, 'Mara Voss')
      const page = await site.harness.visitor(`/${address}`)
      await connectWallet(page, name)
      await touch(page)
      await page.setViewportSize({ width, height: 844 })
      const tabs = page.getByRole('tablist', { name: 'Portfolio' })
      const download = page.getByRole('button', { name: 'Download', exact: true })
      const metric = (label: string) =>
        page.getByRole('button', { name: `${label}: how is this calculated?`, exact: true })
      await download.waitFor({ state: 'hidden' })
      expect((await box(tabs)).y).toBeLessThan(200)
      const essentials = ['Est. value', 'Realized P&L', 'Unrealized P&L']
      const shown = await Promise.all(essentials.map((label) => box(metric(label))))
      expect(new Set(shown.map(({ y }) => Math.round(y))).size).toBe(1)
      for (const { x, width: wide } of shown) expect(x + wide).toBeLessThanOrEqual(width)
      await page.getByRole('button', { name: 'All stats and actions' }).click()
      await download.waitFor()
      for (const label of ['Items', 'Listed', 'Cost']) await metric(label).waitFor()
      await page.getByRole('button', { name: 'Order health check' }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: 'All stats and actions' }).click()
      await download.waitFor({ state: 'hidden' })
    })

    test.each([320, 360, 390])('a listed item of a portfolio shows price and action whole at %i px', async (width) => {
      const { address, name } = await findSeller(site.harness.network)
      const page = await site.harness.visitor(`/${address}?filter=listed`)
      await connectWallet(page, name)
      await touch(page)
      await page.setViewportSize({ width, height: 844 })
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('button', { name: /^Delist / }) })
        .first()
      const delist = card.getByRole('button', { name: /^Delist / })
      await delist.waitFor()
      const price = card.getByTitle(/ APT$/).last()
      // The longest that a price gets.
      await price.evaluate((one) => {
        const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()
        if (text) text.textContent = '888.88'
      })
      const [button, amount, frame] = [await box(delist), await box(price), await box(card)]
      expect(amount.x).toBeGreaterThan(frame.x)
      expect(amount.x + amount.width).toBeLessThanOrEqual(button.x)
      expect(button.x + button.width).toBeLessThan(frame.x + frame.width)
    })

    // @feature portfolio.bids, portfolio.listing-standing
    test.each([320, 390])('rows of listings and bids keep to their height at %i px', async (width) => {
      const { address } = person(site.harness.network, 'Mara Voss')
      const page = await site.harness.visitor('about:blank')
      await touch(page)
      await page.setViewportSize({ width, height: 844 })
      for (const tab of ['listings', 'bids-made', 'bids-received']) {
        await page.goto(`${site.harness.network.webUrl}/${address}?tab=${tab}`)
        const rows = page.getByRole('table').getByRole('row')
        await rows.nth(1).waitFor()
        const long = { far: '+999.99% vs floor', kind: 'Collection bid · Not funded · Expires in 23h' }
        const over = () =>
          rows.evaluateAll((all, { far, kind }) => {
            return all.slice(1).flatMap((row) => {
              for (const part of row.querySelectorAll('td span')) {
                if (part.firstChild?.nodeType !== Node.TEXT_NODE) continue
                if (/\d% vs floor$/.test(part.textContent)) part.textContent = far
                if (/^Collection bid/.test(part.textContent)) part.textContent = kind
              }
              const { top, bottom } = row.getBoundingClientRect()
              return [...row.querySelectorAll('td > span *')].flatMap((part) => {
                const at = part.getBoundingClientRect()
                const isCut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow === 'hidden'
                return at.width > 1 && (at.bottom > bottom || at.top < top || isCut)
                  ? [`${tab}: ${part.textContent}`]
                  : []
              })
            })
          }, long)
        await expect.poll(over, TIMEOUT).toEqual([])
      }
    })

    test('name and balance of a portfolio have room in any window', async () => {
      const { address, name } = person(site.harness.network, 'Mara Voss')
      const page = await site.harness.visitor(`/${address}`)
      await connectWallet(page, name)
      const heading = page.getByRole('heading', { level: 1 })
      const balance = page.getByRole('main').getByText('Balance', { exact: true }).locator('..')
      await page.setViewportSize({ width: 1280, height: 800 })
      await balance.waitFor()
      for (const width of [640, 768, 820, 844, 900, 960, 1024, 1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        await expect.poll(sideways, { ...TIMEOUT, message: `${width} px` }).toBeLessThanOrEqual(0)
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

/** Gives a page a finger in place of a mouse. */
async function touch(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** Leaves a failed trade in the browser, which the tray shows. In the page: before its scripts. */
function leaveFailedTrade(walletAddress: string): void {
  const trade = {
    ...{ id: 'left', hash: null, walletAddress, kind: 'buy', call: '0x1::a::b', sequenceNumber: null, image: null },
    ...{ doing: 'Buying an item', success: 'Buying successful', failure: 'Request Rejected', tokenDataIds: [] },
    ...{ submittedAtMs: Date.now(), state: 'failed', version: null, sentence: 'Failed' },
  }
  localStorage.setItem('opal.transactions', JSON.stringify([trade]))
}
