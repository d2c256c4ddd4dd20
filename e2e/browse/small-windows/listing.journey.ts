import { listCollections } from '@opal/contract/collections'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../../harness/config.ts'
import { findSeller, findUnlisted } from '../../harness/market.ts'
import { apiOf } from '../../harness/running-instance.ts'
import { connectWallet } from '../../harness/wallet.ts'
import type { Browsing } from '../browsing.ts'
import { box, brokenWords, emulateTouch } from '../page-parts.ts'
import { SMALLEST_PHONE } from './windows.ts'

/** A floor that the prices of these journeys are far below. */
const PLAIN_FLOOR_OCTAS = 10_000_000n

/** Journeys of choosing and pricing one's own items in windows of any size. */
export function smallListingJourneys(site: Browsing): void {
  describe('listing items in a small window', () => {
    // @feature shell.smallest-phone
    test('a selection of items leaves most of the smallest phone to them, and a swipe reaches each of its actions', async () => {
      const { address, name } = await findSeller(site.harness.network)
      const page = await site.harness.visitor(`/${address}`)
      await connectWallet(page, name)
      await emulateTouch(page)
      await page.setViewportSize(SMALLEST_PHONE)
      const boxes = page.getByRole('checkbox', { name: /^Select .*#/ })
      // Listed and unlisted ones: all actions that a wallet has.
      await boxes.first().waitFor()
      for (const one of await boxes.all()) await one.check()
      const bar = page.getByRole('toolbar', { name: 'Selected items' })
      const buttons = bar.getByRole('button')
      await expect.poll(() => buttons.count(), TIMEOUT).toBeGreaterThan(3)
      expect((await box(bar)).height).toBeLessThan(SMALLEST_PHONE.height / 5)
      for (const button of await buttons.all()) {
        await button.scrollIntoViewIfNeeded()
        const [{ x, width }, frame] = [await box(button), await box(bar)]
        expect(x).toBeGreaterThanOrEqual(frame.x)
        expect(x + width).toBeLessThanOrEqual(frame.x + frame.width)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })

    // @feature portfolio.select-all
    test.each([320, 390])('has what selects more or nothing next to what is selected at %i px', async (width) => {
      const { address, name } = await findUnlisted(site.harness.network)
      const page = await site.harness.visitor(`/${address}`)
      await connectWallet(page, name)
      await page.setViewportSize({ width, height: 844 })
      await page.route(`**/data/user/tokens/${address}?*`, async (route) => {
        // Further pages do not come.
        if (new URL(route.request().url()).searchParams.has('cursor')) return
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), total: 173, nextCursor: 'more' } })
      })
      await page.getByText('Unlisted', { exact: true }).click()
      await page.getByText('173 items').waitFor()
      await page.getByRole('checkbox', { name: /^Select all/ }).check()
      const bar = page.getByRole('toolbar', { name: 'Selected items' })
      const [rest, clear, list] = ['Select all 173', 'Clear the selection', /^List/].map((label) =>
        bar.getByRole('button', { name: label }),
      )
      if (!rest || !clear || !list) throw new Error('the bar has three buttons')
      // It rises as it enters.
      await bar.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
      const middle = async (button: Locator) => (await box(button)).y + (await box(button)).height / 2
      expect(await middle(rest)).toBeCloseTo(await middle(clear), 0)
      expect((await box(clear)).y + (await box(clear)).height).toBeLessThanOrEqual((await box(list)).y)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })

    // @feature shell.field-in-view
    test.each([
      [390, 500],
      [320, 400],
      [320, 360],
    ])(
      'a keyboard that leaves %i by %i px covers neither a price nor its typed confirmation, nor the button',
      async (width, height) => {
        const { network } = site.harness
        const { data } = await apiOf(network)(listCollections, { query: { take: 20 } })
        const priced = data.filter(({ floorPrice }) => BigInt(floorPrice ?? 0) > PLAIN_FLOOR_OCTAS)
        const { address, name, tokens } = await findUnlisted(network, (token) =>
          priced.some(({ collectionId }) => collectionId === token.collectionId),
        )
        const page = await site.harness.visitor(`/${address}?filter=unlisted&collection=${tokens[0]?.collectionId}`)
        await connectWallet(page, name)
        await emulateTouch(page)
        await page.setViewportSize({ width, height: 844 })
        await page
          .getByRole('button', { name: /^List / })
          .first()
          .click()
        const dialog = page.getByRole('dialog')
        const price = dialog.getByLabel('Price', { exact: true })
        const list = dialog.getByRole('button', { name: 'List', exact: true })
        const isSeen = (part: Locator) =>
          part.evaluate((one) => {
            const { left, top, bottom } = one.getBoundingClientRect()
            const isHit = (y: number) => one.contains(document.elementFromPoint(left + 8, y))
            return isHit(top + 2) && isHit(bottom - 2)
          })
        const isWhole = async (field: Locator) =>
          (await field.evaluate((one) => one === document.activeElement)) && (await isSeen(field))
        await expect.poll(() => isWhole(price), TIMEOUT).toBe(true)
        await page.setViewportSize({ width, height })
        await expect.poll(() => isWhole(price), TIMEOUT).toBe(true)
        expect(await isSeen(list)).toBe(true)
        await page.keyboard.type('0.0005')
        await expect.poll(() => isSeen(dialog.getByText(/^Price cannot be below/).first()), TIMEOUT).toBe(true)
        await expect.poll(() => isWhole(price), TIMEOUT).toBe(true)
        await price.fill('')
        // Far below the floor.
        await page.keyboard.type('0.002')
        const confirmation = dialog.getByLabel('Type 0.002 to continue')
        await confirmation.waitFor()
        await dialog.getByText('You receive when it sells', { exact: true }).waitFor()
        await expect.poll(() => isWhole(price), TIMEOUT).toBe(true)
        expect(await isSeen(list)).toBe(true)
        // A long name has its room next to all that is said of the price.
        const words = dialog.locator('p').first().locator('..')
        expect(await words.locator('xpath=following-sibling::*').innerText()).toMatch(/floor/)
        await words.evaluate(({ children: [title, place] }) => {
          if (title) title.textContent = 'Constellation #888'
          if (place) place.textContent = 'Minor Constellations · on Emporium'
        })
        expect(await brokenWords(words)).toEqual([])
        await confirmation.focus()
        await expect.poll(() => isWhole(confirmation), TIMEOUT).toBe(true)
        expect(await isSeen(list)).toBe(true)
        const viewport = page.locator('meta[name="viewport"]')
        expect(await viewport.getAttribute('content')).toContain('interactive-widget=resizes-content')
      },
    )

    // @feature list.many
    test('up to eight prices scroll with their dialog, not within it', async () => {
      const { address, name } = await findUnlisted(site.harness.network)
      const page = await site.harness.visitor(`/${address}?filter=unlisted`)
      await connectWallet(page, name)
      await page.setViewportSize({ width: 1440, height: 900 })
      const boxes = page.getByRole('checkbox', { name: /^Select .*#/ })
      await boxes.first().waitFor()
      const chosen = (await boxes.all()).slice(0, 8)
      for (const one of chosen) await one.check()
      const bar = page.getByRole('toolbar', { name: 'Selected items' })
      await bar.getByRole('button', { name: /^List/ }).click()
      const dialog = page.getByRole('dialog')
      const table = dialog.getByRole('table', { name: 'New prices' })
      await dialog.getByRole('button', { name: 'Floor', exact: true }).click()
      await dialog.getByText('You receive when they sell', { exact: true }).waitFor()
      expect(await table.getByRole('row').count()).toBe(1 + chosen.length)
      const hidden = await table.evaluate(({ parentElement: frame }) =>
        frame === null ? null : frame.scrollHeight - frame.clientHeight,
      )
      expect(hidden).toBe(0)
    })
  })
}
