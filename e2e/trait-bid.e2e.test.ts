import { createApiClient } from '@opal/contract/client'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { PHONE, TIMEOUT } from './harness/config.ts'
import { tabTo } from './harness/keyboard.ts'
import { createUser, type TestUser } from './harness/users.ts'
import { answerWallet, connectWallet } from './harness/wallet.ts'
import { audit } from './screenshots/audit.ts'

let harness: BrowserHarness
beforeAll(async () => {
  harness = await sharedHarness()
})

/** Someone with an item for sale into bids, and a trait of it. */
async function holder(): Promise<{ seller: TestUser; token: TokenDetail; trait: TokenDetail['attributes'][number] }> {
  const call = createApiClient({ api: harness.network.apiUrl })
  for (;;) {
    const seller = await createUser(harness, { holds: 'unlisted' })
    for (const { tokenDataId } of seller.tokens) {
      const token = await call(getToken, { params: { id: tokenDataId } })
      const [trait] = token.attributes
      const floor = Number(token.collectionFloorPrice ?? 0)
      // A sale far below the floor of a rare trait would have to be confirmed.
      const isPlain = token.attributes.every(({ floorPrice }) => Number(floorPrice ?? 0) < 4 * floor)
      if (trait !== undefined && floor > 0 && isPlain) return { seller, token, trait }
    }
  }
}

/** A price that needs no confirmation of either side: a little below the floor. @returns APT, as it is typed. */
function priceFor({ collectionFloorPrice }: TokenDetail): string {
  return (Math.floor(Number(collectionFloorPrice) * 0.9 * 1e-5) * 1e-3).toFixed(3)
}

/** The bid's dialog over a collection's filtered items, once it knows how many fit. */
async function fittingDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Place Trait Bid' })
  await dialog.getByText(/^Trait bid · .* matching items?$/).waitFor()
  return dialog
}

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

describe('a bid on the items that fit a filter', () => {
  // @feature bid.trait, token.trait-bids, shell.keyboard, bids.traits
  test('is placed with the keyboard, and another wallet sells an item into it', async () => {
    const { seller, token, trait } = await holder()
    const bidder = await createUser(harness)
    const filter = `trait=${encodeURIComponent(`${trait.trait_type}:${trait.value}`)}`
    const page = await harness.visitor(`/collection/${token.collectionSlug}?${filter}`)
    await connectWallet(page, bidder.name)
    const button = page.getByRole('button', { name: /^Bid on (this item|these [\d,]+ items)$/ })
    await button.waitFor()
    const initial = page.viewportSize()
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      // Nothing is docked over it before the page is scrolled.
      await expect.poll(() => button.evaluate(isOnTop), TIMEOUT).toBe(true)
    }
    if (initial !== null) await page.setViewportSize(initial)
    expect(await audit(page)).toEqual([])
    await tabTo(page, /^Bid on (this item|these [\d,]+ items)$/)
    await page.keyboard.press('Enter')
    const dialog = await fittingDialog(page)
    await dialog.getByText(`${trait.trait_type}: ${trait.value}`).waitFor()
    await dialog.getByLabel('Bid price per item').fill(priceFor(token))
    await tabTo(page, /^Fund this bid/)
    await page.keyboard.press('Enter')
    const place = dialog.getByRole('button', { name: 'Place Trait Bid' })
    await expect.poll(() => place.isEnabled(), TIMEOUT).toBe(true)
    expect(await audit(page, { within: '[role="dialog"]' })).toEqual([])
    await tabTo(page, 'Place Trait Bid')
    await page.keyboard.press('Enter')
    await answerWallet(page, 'Approve')
    await page.getByText('Place Trait Bid Sucessful').waitFor()

    const selling = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(selling, seller.name)
    const bid = selling.getByRole('listitem').filter({ hasText: 'Trait bid on' })
    await bid.getByText(`${trait.trait_type}: ${trait.value}`).waitFor()
    await bid.getByRole('button', { name: 'Accept bid' }).click()
    await selling.getByRole('dialog').getByRole('button', { name: 'Accept bid' }).click()
    await answerWallet(selling, 'Approve')
    await selling.getByRole('dialog', { name: 'Sold' }).getByText(`${token.name} sold. You received`).waitFor()
    await page.goto(`${harness.network.webUrl}/${bidder.address}?q=${encodeURIComponent(token.name)}`)
    await page.getByTitle(token.name).first().waitFor()
    expect(harness.pageErrors).toEqual([])
  })

  // @feature bid.trait
  test('is placed on a phone, from a trait of an item, and stands in the book', async () => {
    const { token, trait } = await holder()
    const bidder = await createUser(harness)
    const page = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(page, bidder.name)
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: `Bid on ${trait.trait_type}: ${trait.value}` }).click()
    const dialog = await fittingDialog(page)
    await dialog.getByLabel('Bid price per item').fill(priceFor(token))
    await dialog.getByRole('button', { name: /^Fund this bid/ }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    await dialog.getByRole('button', { name: 'Place Trait Bid' }).click()
    await answerWallet(page, 'Approve')
    await page.getByText('Place Trait Bid Sucessful').waitFor()
    await page.goto(`${harness.network.webUrl}/collection/${token.collectionSlug}?tab=bids`)
    const bids = page.getByRole('table', { name: 'Trait bids' })
    const row = bids.getByRole('row').filter({ hasText: `${trait.trait_type}: ${trait.value}` })
    await row.getByText('You').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await audit(page)).toEqual([])
    expect(harness.pageErrors).toEqual([])
  })
})
