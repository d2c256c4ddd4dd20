import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../../harness/config.ts'
import { findPerson, findSeller, hasBids, person } from '../../harness/market.ts'
import { connectWallet } from '../../harness/wallet.ts'
import { whenReady } from '../../harness/when-ready.ts'
import type { Browsing } from '../browsing.ts'
import { box, emulateTouch, watchShifts } from '../page-parts.ts'

/** Journeys of a portfolio in windows between a phone and a desktop. */
export function smallPortfolioJourneys(site: Browsing): void {
  describe('a portfolio in a small window', () => {
    // @feature portfolio.phone-head
    test.each([320, 390])('a portfolio of %i px shows value and gain, and the rest by one press', async (width) => {
      const { address, name } = person(site.harness.network, 'Mara Voss')
      const page = await site.harness.visitor(`/${address}`)
      await connectWallet(page, name)
      await emulateTouch(page)
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
      for (const label of ['Items', 'Listed', 'Cost basis']) await metric(label).waitFor()
      await page.getByRole('button', { name: 'Order health check' }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: 'All stats and actions' }).click()
      await download.waitFor({ state: 'hidden' })
    })

    test.each([320, 360, 390])('a listed item of a portfolio shows price and action whole at %i px', async (width) => {
      const { address, name } = await findSeller(site.harness.network)
      const page = await site.harness.visitor(`/${address}?filter=listed`)
      await connectWallet(page, name)
      await emulateTouch(page)
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

    // @feature shell.layout-shift, portfolio.bids
    test('bids that a wallet made move nothing on a phone when they and the bid pool come late', async () => {
      const { network } = site.harness
      const { address } = await findPerson(network, 'a bid', (one) => hasBids(network, one, 'made'))
      const page = await site.harness.visitor('about:blank')
      await page.setViewportSize({ width: 390, height: 844 })
      const shifts = await watchShifts(page)
      const [pool, bids] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      for (const [path, { promise }] of [
        [`**/data/user/pool/${address}*`, pool],
        [`**/data/user/biddings/${address}*`, bids],
      ] as const) {
        await page.route(path, async (route) => {
          await promise
          await route.continue()
        })
      }
      await page.goto(`${network.webUrl}/${address}?tab=bids-made`)
      await whenReady(page)
      const poolAnswer = page.waitForResponse(`**/data/user/pool/${address}*`)
      pool.resolve()
      await poolAnswer
      bids.resolve()
      await page.getByRole('table', { name: 'Bids made' }).locator('tr[data-row]').first().waitFor()
      expect(await shifts()).toBeLessThan(0.02)
    })

    // @feature portfolio.bids, portfolio.listing-vs-floor
    test.each([320, 390])('rows of listings and bids keep to their height at %i px', async (width) => {
      const { network } = site.harness
      const owners = {
        listings: await findSeller(network),
        'bids-made': await findPerson(network, 'a bid', (one) => hasBids(network, one, 'made')),
        'bids-received': await findPerson(network, 'a bid to accept', (one) => hasBids(network, one, 'received')),
      }
      const page = await site.harness.visitor('about:blank')
      await emulateTouch(page)
      await page.setViewportSize({ width, height: 844 })
      for (const [tab, { address, name }] of Object.entries(owners)) {
        await page.goto(`${site.harness.network.webUrl}/${address}?tab=${tab}`)
        const rows = page.getByRole('table').getByRole('row')
        await rows.nth(1).waitFor()
        const long = { far: '+999.99% vs floor' }
        const over = () =>
          rows.evaluateAll((all, { far }) => {
            return all.slice(1).flatMap((row) => {
              for (const part of row.querySelectorAll('td span')) {
                if (part.firstChild?.nodeType !== Node.TEXT_NODE) continue
                if (/\d% vs floor$/.test(part.textContent)) part.textContent = far
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
        // A collection bid that says all it may say shows the whole of it.
        const hidden = () =>
          rows.evaluateAll((all) =>
            all.flatMap((row) => {
              const kind = [...row.querySelectorAll('[data-wraps] span')].find(
                ({ firstChild }) =>
                  firstChild?.nodeType === Node.TEXT_NODE && firstChild.textContent?.startsWith('Collection bid'),
              )
              const words = kind?.closest<HTMLElement>('[data-wraps]')
              if (!(kind instanceof HTMLElement) || words == null || kind.dataset.long !== undefined) return []
              const [expiry, funding] = ['Expires in 23h ·', 'Not funded'].map((text) => {
                const one = kind.cloneNode() as HTMLElement
                one.textContent = text
                return one
              })
              kind.dataset.long = ''
              kind.textContent = 'Collection bid ·'
              kind.parentElement?.replaceChildren(expiry ?? '', ' ', kind, ' ', funding ?? '')
              words.dataset.wraps = 'below'
              const below = kind.parentElement?.getBoundingClientRect()
              return [expiry, kind, funding].flatMap((one) => {
                const at = one?.getBoundingClientRect()
                const isWhole = at && below && at.bottom <= below.bottom + 1
                return isWhole ? [] : [`${width} px: ${one?.textContent}`]
              })
            }),
          )
        if (tab !== 'bids-made') continue
        // On phones the button says Connect alone.
        await page.setViewportSize({ width: 1440, height: 900 })
        await connectWallet(page, name)
        await page.setViewportSize({ width, height: 844 })
        await page.getByRole('checkbox').first().waitFor()
        expect(await hidden()).toEqual([])
      }
    })

    // @feature portfolio.listing-vs-floor
    test('names of listings are whole on a tablet', async () => {
      const { address, name } = await findSeller(site.harness.network)
      const page = await site.harness.visitor(`/${address}?tab=listings`)
      await connectWallet(page, name)
      await emulateTouch(page)
      await page.setViewportSize({ width: 768, height: 1024 })
      const starts = page.getByRole('table').locator('a[data-row-link] > span > span:first-child')
      await starts.first().waitFor({ state: 'attached' })
      const cut = await starts.evaluateAll((all) =>
        all.flatMap((start) => {
          start.textContent = 'Neighbour'
          return start.scrollWidth > start.clientWidth ? [start.closest('tr')?.textContent] : []
        }),
      )
      expect(cut).toEqual([])
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
