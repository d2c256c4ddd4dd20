import { COLLECTION_STEPS, sortByName } from '@opal/bench/web/collection-steps'
import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../../harness/config.ts'
import { findHolder } from '../../harness/market.ts'
import { whenReady } from '../../harness/when-ready.ts'
import { audit } from '../../screenshots/audit.ts'
import { missedTargets } from '../../screenshots/touch-targets.ts'
import type { Browsing } from '../browsing.ts'
import { box, emulateTouch } from '../page-parts.ts'
import { collectionPath, LANDSCAPE, LARGE_PHONE, openIn, SMALLEST_PHONE } from './windows.ts'

/** Journeys of collections in windows between a phone and a desktop, or of little height. */
export function smallCollectionJourneys(site: Browsing): void {
  describe('collections in a small window', () => {
    // @feature shell.short-window
    test('a page at 200 % leaves more than half of the window to the items, also with a cart', async () => {
      const height = 450
      const page = await openIn(site, { width: 720, height }, `${await collectionPath(site)}?listed=true`)
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
      // Lower than in higher windows.
      expect((await box(page.getByRole('banner'))).height).toBeLessThan(60)
      expect((await box(tabs)).height).toBeLessThan(44)
      await cart.getByRole('button', { name: 'Clear' }).click()
    })

    // @feature shell.short-window
    test.each(['grid', 'table'])(
      'a phone on its side leaves more than half of itself to a %s of items, also with a sweep',
      async (view) => {
        const page = await site.harness.visitor('about:blank')
        await emulateTouch(page)
        await page.context().addCookies([{ name: 'opal.view', value: view, url: site.harness.network.webUrl }])
        await page.setViewportSize(LANDSCAPE)
        await page.goto(`${site.harness.network.webUrl}${await collectionPath(site)}`)
        await whenReady(page)
        const sweep = page.getByRole('region', { name: 'Sweep' })
        await sweep.getByRole('button', { name: 'One more' }).click()
        await sweep.getByRole('button', { name: 'Magic buy' }).waitFor()
        // What covers a point in the middle is no item.
        const room = () =>
          page.evaluate(() => {
            // Within the list: the footer ends the page.
            window.scrollTo({ top: 300, behavior: 'instant' })
            const free = Array.from({ length: innerHeight }, (_, y) => y).filter((y) =>
              document.elementFromPoint(innerWidth / 2, y)?.closest('[data-items]'),
            )
            return free.length / innerHeight
          })
        await expect.poll(room, TIMEOUT).toBeGreaterThan(0.5)
      },
    )

    // The steps that `npm run bench -- web` measures go by the names of controls, as this does.
    test('a phone filters the items of a collection, opens one, changes the tab and searches, again and again', async () => {
      const page = await openIn(site, LARGE_PHONE, await collectionPath(site))
      for (const step of [...COLLECTION_STEPS, ...COLLECTION_STEPS]) await step(page)
      expect(await page.getByLabel('Search items by name').inputValue()).toBe('')
      await page.setViewportSize({ width: 1440, height: 900 })
      await sortByName(page)
      await page.waitForURL(/sort=name_asc/)
      expect(site.harness.pageErrors).toEqual([])
    })

    // @feature shell.smallest-phone
    test('the smallest phone shows a whole card of a collection, its price also during a sweep, and items of a portfolio', async () => {
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize(SMALLEST_PHONE)
      // A finger's controls are higher than a mouse's.
      await emulateTouch(page)
      await page.goto(site.harness.network.webUrl + (await collectionPath(site)))
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
      const { address } = await findHolder(site.harness.network)
      await page.goto(`${site.harness.network.webUrl}/${address}`)
      await whenReady(page)
      const places = await box(page.getByRole('navigation', { name: 'Main, phone' }))
      expect((await box(page.getByRole('article').first())).y).toBeLessThan(places.y - 44)
    })

    // @feature shell.touch-targets
    test('the buttons of a ranking’s row are a finger wide on a tablet', async () => {
      const page = await site.harness.visitor('about:blank')
      await emulateTouch(page)
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

    // @feature shell.touch-targets
    test('the buttons of a chart are a finger wide on the smallest phone', async () => {
      const page = await site.harness.visitor('about:blank')
      await emulateTouch(page)
      await page.setViewportSize(SMALLEST_PHONE)
      await page.goto(`${site.harness.network.webUrl}${await collectionPath(site)}?tab=analytics`)
      await page.getByRole('button', { name: 'Download Floor and volume as CSV' }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await missedTargets(page)).toEqual([])
    })

    // @feature items.search-room
    test('the search of a collection’s items has room for a name on the smallest phone while one types', async () => {
      const page = await openIn(site, SMALLEST_PHONE, await collectionPath(site))
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
      const page = await openIn(site, { width, height: 800 }, `${await collectionPath(site)}?rankMax=900`)
      const sweep = page.getByRole('region', { name: 'Sweep' })
      await sweep.getByRole('button', { name: 'One more' }).click()
      const next = sweep.getByText(/^next/)
      await next.waitFor()
      expect(await sweep.getByRole('status').innerText()).toContain('Filtered:')
      const line = await box(sweep.getByRole('status'))
      const price = await box(next)
      expect(price.x + price.width).toBeLessThanOrEqual(line.x + line.width)
    })

    // @feature buy.sweep-slim
    test.each([320, 390])('a sweep says whole that nothing matches at %i px', async (width) => {
      const page = await openIn(site, { width, height: 844 }, `${await collectionPath(site)}?max=0.0001`)
      const sweep = page.getByRole('region', { name: 'Sweep' })
      const sentence = sweep.getByText('No listings match your filters')
      await sentence.waitFor()
      const [text, bar] = [await box(sentence), await box(sweep)]
      expect(text.x + text.width).toBeLessThanOrEqual(bar.x + bar.width)
      expect(text.y + text.height).toBeLessThanOrEqual(bar.y + bar.height)
      const isCut = await sentence.evaluate(({ parentElement: line }) =>
        line === null ? true : line.scrollWidth > line.clientWidth,
      )
      expect(isCut).toBe(false)
    })

    // @feature buy.sweep-slim
    test.each([320, 390])('the buttons of an unused sweep are clear of its edges at %i px', async (width) => {
      const page = await site.harness.visitor('about:blank')
      await emulateTouch(page)
      await page.setViewportSize({ width, height: 844 })
      await page.goto(site.harness.network.webUrl + (await collectionPath(site)))
      await whenReady(page)
      const sweep = page.getByRole('region', { name: 'Sweep' })
      await sweep.getByText(/^From/).waitFor()
      const bar = await box(sweep)
      for (const button of await sweep.getByRole('button').filter({ visible: true }).all()) {
        const { y, height } = await box(button)
        expect(y - bar.y).toBeGreaterThanOrEqual(4)
        expect(bar.y + bar.height - y - height).toBeGreaterThanOrEqual(4)
      }
    })

    // @feature buy.sweep, shell.touch-targets
    test.each([320, 360, 390, 412, 768, 1024, 1440])(
      'five are chosen for a sweep by one press at %i px, which moves no button',
      async (width) => {
        const page = await site.harness.visitor('about:blank')
        if (width < 1024) await emulateTouch(page)
        await page.setViewportSize({ width, height: 844 })
        await page.goto(site.harness.network.webUrl + (await collectionPath(site)))
        await whenReady(page)
        const sweep = page.getByRole('region', { name: 'Sweep' })
        await sweep.getByText(/^From/).waitFor()
        const chips = sweep.getByRole('button', { name: /^Sweep \d+$/ })
        const seen = async () => {
          const names = await chips.evaluateAll((all) =>
            all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
          )
          const boxes = await Promise.all(
            names.map((name) => box(sweep.getByRole('button', { name: `Sweep ${name}` }))),
          )
          return { names, left: boxes.map(({ x }) => Math.round(x)) }
        }
        const before = await seen()
        // No more than are listed.
        const most = Number(await sweep.getByRole('spinbutton', { includeHidden: true }).getAttribute('max'))
        const room = { 320: 1, 360: 1, 390: 2, 412: 2 }[width] ?? 3
        expect(before.names).toEqual(['5', '10', '20'].slice(0, room).filter((count) => Number(count) <= most))
        const five = sweep.getByRole('button', { name: 'Sweep 5' })
        await five.focus()
        await five.click()
        await sweep.getByRole('button', { name: 'Magic buy' }).waitFor()
        expect(await sweep.getByRole('spinbutton').inputValue()).toBe('5')
        expect(await seen()).toEqual(before)
        expect(await five.evaluate((one) => one === document.activeElement)).toBe(true)
        if (width < 1024) expect((await box(five)).height).toBeGreaterThanOrEqual(40)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      },
    )

    test('a phone whose collection is scrolled has no region that only a finger scrolls', async () => {
      const page = await site.harness.visitor('about:blank')
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(site.harness.network.webUrl + (await collectionPath(site)))
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
        await page.goto(site.harness.network.webUrl + (await collectionPath(site)))
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
  })
}
