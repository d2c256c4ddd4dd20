import { createApiClient } from '@opal/contract/client'
import { getToken, type TokenDetail } from '@opal/contract/tokens'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { PHONE } from './harness/config.ts'
import { tabTo } from './harness/keyboard.ts'
import { floorToken } from './harness/market.ts'
import { createUser } from './harness/users.ts'
import { answerWallet, connectWallet } from './harness/wallet.ts'
import { audit } from './screenshots/audit.ts'

const OCTAS_PER_APT = 1e8
const ORDER = 'Buy or bid within a budget'

let harness: BrowserHarness
beforeAll(async () => {
  harness = await sharedHarness()
})

/** A buyer, the cheapest item of a collection, and the address of the items that have a trait of it. */
async function scene() {
  const buyer = await createUser(harness)
  const { tokenDataId } = await floorToken(harness.network, buyer)
  const call = createApiClient({ api: harness.network.apiUrl })
  const token = await call(getToken, { params: { id: tokenDataId } })
  const [trait] = token.attributes
  if (trait === undefined) throw new Error(`${token.name} has no trait`)
  const filter = `trait=${encodeURIComponent(`${trait.trait_type}:${trait.value}`)}`
  return { buyer, token, trait, path: `/collection/${token.collectionSlug}?${filter}` }
}

const aptOf = ({ listedPrice }: Pick<TokenDetail, 'listedPrice'>) => Number(listedPrice) / OCTAS_PER_APT

/** The dialog of the order's bid, once it knows how many items fit. */
async function bidDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Place Trait Bid' })
  // Followed by its marketplace as soon as it is quoted, which may be before this looks again.
  await dialog.getByText(/^Trait bid · [\d,]+ matching items?\b/).waitFor()
  return dialog
}

describe('an order on the items that fit a filter', () => {
  // @feature order.preview, order.chain, shell.keyboard
  test('buys what is for sale at its price and bids for the rest, with the keyboard', async () => {
    const { buyer, token, path } = await scene()
    const page = await harness.visitor(path)
    await connectWallet(page, buyer.name)
    await page.getByRole('button', { name: ORDER }).waitFor()
    await tabTo(page, ORDER)
    await page.keyboard.press('Enter')
    const order = page.getByRole('dialog', { name: ORDER })
    await order.getByLabel('Max price per item').focus()
    await page.keyboard.insertText(String(aptOf(token)))
    await tabTo(page, /^Budget/)
    await page.keyboard.insertText((aptOf(token) * 2.5).toFixed(8))
    // The second item of the collection is dearer.
    await order.getByText(/^1 can be bought now for .*; a bid for 1 more at /).waitFor()
    expect(await audit(page, { within: '[role="dialog"]' })).toEqual([])
    await tabTo(page, 'Buy, then bid')
    await page.keyboard.press('Enter')

    const purchase = page.getByRole('dialog', { name: 'Magic buy' })
    await purchase.getByRole('button', { name: 'Confirm purchase', disabled: false }).waitFor()
    await tabTo(page, 'Confirm purchase')
    await page.keyboard.press('Enter')
    await answerWallet(page, 'Approve')
    await page.getByRole('dialog', { name: 'Congratulations!' }).getByText(`${token.name} is yours for`).waitFor()
    await tabTo(page, 'Continue to the bid')
    await page.keyboard.press('Enter')

    const bid = await bidDialog(page)
    await tabTo(page, /^Fund this bid/)
    await page.keyboard.press('Enter')
    await bid.getByRole('button', { name: 'Place Trait Bid', disabled: false }).waitFor()
    await tabTo(page, 'Place Trait Bid')
    await page.keyboard.press('Enter')
    await answerWallet(page, 'Approve')
    await page.getByText('Place Trait Bid Sucessful').waitFor()
    expect(harness.pageErrors).toEqual([])
  })

  // @feature order.preview
  test('only bids on a phone where nothing is for sale at its price', async () => {
    const { buyer, token, trait, path } = await scene()
    const page = await harness.visitor(path)
    await connectWallet(page, buyer.name)
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: ORDER }).click()
    const order = page.getByRole('dialog', { name: ORDER })
    const price = (aptOf(token) * 0.9).toFixed(4)
    await order.getByLabel('Max price per item').fill(price)
    await order.getByLabel('Budget').fill(price)
    await order.getByText(/^A bid for 1 at /).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await audit(page, { within: '[role="dialog"]' })).toEqual([])
    await order.getByRole('button', { name: 'Bid', exact: true }).click()
    const bid = await bidDialog(page)
    await bid.getByRole('button', { name: /^Fund this bid/ }).click()
    await bid.getByRole('button', { name: 'Place Trait Bid' }).click()
    await answerWallet(page, 'Approve')
    await page.getByText('Place Trait Bid Sucessful').waitFor()
    await page.goto(`${harness.network.webUrl}/${buyer.address}?tab=bids-made`)
    await page.getByText(`${trait.trait_type}: ${trait.value}`).first().waitFor()
    expect(harness.pageErrors).toEqual([])
  })
})
