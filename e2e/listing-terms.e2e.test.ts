import { createApiClient } from '@opal/contract/client'
import { listReservedListings } from '@opal/contract/portfolio/reserved-listings'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { PHONE } from './harness/config.ts'
import { focusedName, tabTo } from './harness/keyboard.ts'
import { createUser, type TestUser } from './harness/users.ts'
import { answerWallet, connectWallet } from './harness/wallet.ts'
import { audit } from './screenshots/audit.ts'

/** That each user has at least. */
const FUNDED_APT = 500
const ADVANCED = 'Advanced: expiry, falling price, reserved buyer'
const RESERVED = /^Reserved for/

let harness: BrowserHarness
beforeAll(async () => {
  harness = await sharedHarness()
})

/** Someone with an unlisted item of a collection that has a floor, which the others can pay. */
async function holder(): Promise<{ seller: TestUser; token: TokenDetail }> {
  const call = createApiClient({ api: harness.network.apiUrl })
  const detailOf = (id: string) => call(getToken, { params: { id } })
  const seller = await createUser(harness, {
    holds: 'unlisted',
    accepts: async ({ tokenDataId }) => {
      const price = Number(priceFor(await detailOf(tokenDataId)))
      return price > 0.01 && price < FUNDED_APT / 2
    },
  })
  const [item] = seller.tokens
  if (item === undefined) throw new Error(`${seller.name} has no item that others can pay`)
  return { seller, token: await detailOf(item.tokenDataId) }
}

/** A price a little above the floors of the collection and of the traits, and the top bid: it needs no confirmation. @returns APT, as it is typed. */
function priceFor({ collectionFloorPrice, attributes, topBid }: TokenDetail): string {
  const floors = [collectionFloorPrice, ...attributes.map(({ floorPrice }) => floorPrice)]
  return (Math.ceil(Math.max(...[...floors, topBid?.price ?? null].map(Number)) * 1.05 * 1e-5) * 1e-3).toFixed(3)
}

/** Returns the tokens that are reserved for a wallet. */
async function reservedFor({ address }: TestUser): Promise<readonly string[]> {
  const call = createApiClient({ api: harness.network.apiUrl })
  const { data } = await call(listReservedListings, { params: { wallet: address }, query: {} })
  return data.map(({ token }) => token.tokenDataId)
}

/** Days from now, as a date field takes it. */
function inDays(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T12:00`
}

/** Types into the field that has the focus, in place of what it has. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** Opens a trade of an item's page by keyboard. @param button its label. @param title of the dialog. */
async function openByKeyboard(page: Page, button: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).waitFor()
  // A dialog that closes leaves the focus on the button of the next trade where that has taken the place of its own.
  if ((await focusedName(page)) !== button) await tabTo(page, button)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  return dialog
}

async function confirm(page: Page, dialog: Locator, button: string, toast: string): Promise<void> {
  await dialog.getByRole('button', { name: button, exact: true, disabled: false }).waitFor()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await answerWallet(page, 'Approve')
  await page.getByText(toast).first().waitFor()
  await dialog.waitFor({ state: 'detached' })
}

describe('terms of a listing', () => {
  // @feature list.terms, list.edit-terms, portfolio.reserved, shell.keyboard
  test('reserve it, are edited with the keyboard, and the new buyer alone finds and buys it', async () => {
    const { seller, token } = await holder()
    const [other, buyer] = [await createUser(harness), await createUser(harness)]
    const page = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(page, seller.name)
    const listing = await openByKeyboard(page, `List ${token.name}`, 'List item')
    await listing.getByLabel('Price', { exact: true }).focus()
    await page.keyboard.insertText(priceFor(token))
    await tabTo(page, ADVANCED)
    await page.keyboard.press('Enter')
    await tabTo(page, RESERVED)
    await page.keyboard.insertText(other.address)
    expect(await audit(page, { within: '[role="dialog"]' })).toEqual([])
    await confirm(page, listing, 'List', 'Item listed')
    await expect.poll(() => reservedFor(other)).toContain(token.tokenDataId)

    const editing = await openByKeyboard(page, `Edit listing ${token.name}`, 'Edit listing')
    // The fields start with the listing's terms, unfolded.
    await expect.poll(() => editing.getByLabel(RESERVED).inputValue()).toBe(other.address)
    await tabTo(page, RESERVED)
    await retype(page, buyer.address)
    await confirm(page, editing, 'Save changes', 'Listing updated')

    // Until it was edited it was reserved for this wallet.
    await expect.poll(() => reservedFor(other)).not.toContain(token.tokenDataId)

    const buying = await harness.visitor(`/${buyer.address}`)
    await connectWallet(buying, buyer.name)
    await buying.getByRole('button', { name: '1 item reserved for you' }).waitFor()
    expect(await audit(buying)).toEqual([])
    await tabTo(buying, '1 item reserved for you')
    await buying.keyboard.press('Enter')
    await buying.getByRole('table', { name: 'Reserved listings' }).getByTitle(token.name).waitFor()
    expect(await audit(buying)).toEqual([])
    const purchase = await openByKeyboard(buying, `Buy ${token.name}`, 'BUY ITEMS')
    await purchase.getByRole('button', { name: 'Confirm purchase', disabled: false }).waitFor()
    await tabTo(buying, 'Confirm purchase')
    await buying.keyboard.press('Enter')
    await answerWallet(buying, 'Approve')
    await buying.getByRole('dialog', { name: 'Congratulations!' }).getByText(`${token.name} is yours for`).waitFor()
    expect(harness.pageErrors).toEqual([])
  })

  // @feature list.terms, list.edit-terms, portfolio.listing-terms
  test('are edited on a phone: a price that falls, then an expiry, both in the row of the listing', async () => {
    const { seller, token } = await holder()
    const page = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(page, seller.name)
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: `List ${token.name}`, exact: true }).click()
    const listing = page.getByRole('dialog', { name: 'List item' })
    await listing.getByLabel('Price', { exact: true }).fill(priceFor(token))
    await listing.getByText(ADVANCED).click()
    const endPrice = (Number(priceFor(token)) * 0.99).toFixed(4)
    await listing.getByLabel(/^Falls to/).fill(endPrice)
    await listing.getByLabel('Lowest price from').fill(inDays(4))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await audit(page, { within: '[role="dialog"]' })).toEqual([])
    await listing.getByRole('button', { name: 'List', exact: true }).click()
    await answerWallet(page, 'Approve')
    await page.getByText('Item listed').first().waitFor()
    await listing.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: `Edit listing ${token.name}`, exact: true }).click()
    const editing = page.getByRole('dialog', { name: 'Edit listing' })
    await expect.poll(async () => Number(await editing.getByLabel(/^Falls to/).inputValue())).toBe(Number(endPrice))
    await editing.getByLabel(/^Expires/).fill(inDays(6))
    await editing.getByRole('button', { name: 'Save changes' }).click()
    await answerWallet(page, 'Approve')
    await page.getByText('Listing updated').first().waitFor()
    await editing.waitFor({ state: 'detached' })

    await page.goto(`${harness.network.webUrl}/${seller.address}?tab=listings`)
    const row = page
      .getByRole('table', { name: 'Listings' })
      .getByRole('row')
      .filter({ has: page.getByTitle(token.name) })
    // Wide tables have a column for it.
    await row
      .getByText(/^Falls to .* APT in .* · Expires in /)
      .filter({ visible: true })
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await audit(page)).toEqual([])
    expect(harness.pageErrors).toEqual([])
  })
})
