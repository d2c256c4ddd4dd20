import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../../harness/config.ts'
import { findHolder } from '../../harness/market.ts'
import { whenReady } from '../../harness/when-ready.ts'
import type { Browsing } from '../browsing.ts'
import { box, emulateTouch } from '../page-parts.ts'
import { collectionPath, LANDSCAPE } from './windows.ts'

/** Journeys of what is docked at the end of a window of any width: the footer, a bar above it, and the tray of transactions. */
export function dockedJourneys(site: Browsing): void {
  // @feature shell.breakpoints
  describe('what is docked at the end of a window', () => {
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
        // Boxes begin at fractions of a pixel: the height of cards, and with it the end of the page, follows the window's width.
        const off = async () => Math.abs((await box(footer)).y - (await box(dock)).y - (await box(dock)).height - 8)
        await expect.poll(off, { ...TIMEOUT, message: `${size.width} px` }).toBeLessThanOrEqual(1)
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
      const { wallet, page } = await openWithFailedTrade(site)
      for (const path of [`${await collectionPath(site)}?rankMax=60`, `/${wallet}`]) {
        for (const width of [390, 800, 1440]) {
          await page.setViewportSize({ width, height: 844 })
          await page.goto(site.harness.network.webUrl + path)
          const message = `${path} at ${width} px`
          const tray = await expectEndAboveTray(page, page.getByRole('article').last(), message)
          const { y, height } = await box(tray)
          for (const dock of await page.locator('[data-in-flow]').all())
            expect(y + height, message).toBeLessThanOrEqual((await box(dock)).y)
        }
      }
    })

    // @feature trade.tray-room
    test('the last row of a list of any page is drawn up from under the tray', async () => {
      const { wallet, page } = await openWithFailedTrade(site)
      const url = site.harness.network.webUrl
      await page
        .context()
        .addCookies(['view', 'holdings'].map((name) => ({ name: `opal.${name}`, value: 'table', url })))
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
          await page.goto(url + path)
          const last = page.getByRole('main').getByRole('row').last()
          await expectEndAboveTray(page, last, `${path} at ${size.width} px`)
        }
      }
    })
  })
}

/** Opens an empty page of a browser with a failed trade of someone who holds items. */
async function openWithFailedTrade(site: Browsing) {
  const { address: wallet } = await findHolder(site.harness.network)
  const page = await site.harness.visitor('about:blank')
  await page.addInitScript(leaveFailedTrade, wallet)
  return { wallet, page }
}

/** Expects the last part of a page to end above the tray of transactions once it is scrolled to. @returns the tray */
async function expectEndAboveTray(page: Page, last: Locator, message: string): Promise<Locator> {
  await whenReady(page)
  const tray = page.getByRole('region', { name: 'Your transactions' })
  await tray.getByText('Failed', { exact: true }).waitFor()
  const room = async () => {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const { y, height } = await box(last)
    return (await box(tray)).y - y - height
  }
  await expect.poll(room, { ...TIMEOUT, message }).toBeGreaterThanOrEqual(0)
  return tray
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
