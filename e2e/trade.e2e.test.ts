import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { appears } from './harness/appears.ts'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { TIMEOUT } from './harness/config.ts'
import { longTest } from './harness/long-test.ts'
import { collectionOf, floorToken } from './harness/market.ts'
import { countPresses } from './harness/presses.ts'
import { bidThroughSdk, buyThroughSdk, giveAway } from './harness/sdk.ts'
import { createUser } from './harness/users.ts'
import { answerWallet, connectWallet, shownBalance } from './harness/wallet.ts'

/** Width of a small phone, in pixels. */
const SMALL_PHONE = 360

let harness: BrowserHarness
beforeAll(async () => {
  harness = await sharedHarness()
})

/** Waits until a metric shows the collection's floor as the API has it now, to the octa. */
async function showsFloor(metric: Locator, collectionId: string): Promise<void> {
  const price = metric.locator('[title$=" APT"]').first()
  const octas = async () => Math.round(Number((await price.getAttribute('title'))?.replace(/[^\d.]/g, '')) * 1e8)
  await expect.poll(octas, TIMEOUT).toBe(Number((await collectionOf(harness.network, collectionId)).floorPrice))
}

describe('a user with a wallet', () => {
  // @feature list.one, list.delist, buy.done, trade.done-card, trade.few-clicks, collection.sale-flies, accept.instant-sell, collection.live-figures
  test('buys a listed token, and everyone sees it without reload; lists it again, delists it and sells it into a bid', async () => {
    const { network } = harness
    const buyer = await createUser(harness)
    const token = await floorToken(network, buyer)
    const place = `/collection/${token.collectionId}/${token.tokenDataId}`
    const page = await harness.visitor(place)
    const watcher = await harness.visitor(place)
    const collection = await harness.visitor(`/collection/${token.collectionId}`)
    const floorShown = collection.locator('dl > div', { hasText: 'Floor' }).first().locator('dd')
    await showsFloor(floorShown, token.collectionId)
    const rises = appears(collection, 'header dl [data-flash="up"]')
    // The sold item's image flies into the rail, for those who want motion.
    await collection.emulateMedia({ reducedMotion: 'no-preference' })
    const flies = appears(collection, 'body > img[data-departing]')

    await connectWallet(page, buyer.name)
    const before = await shownBalance(page)
    const buying = countPresses()
    await buying.press(page.getByRole('button', { name: `Buy Now ${token.name}` }))
    const purchase = page.getByRole('dialog', { name: 'BUY ITEMS' })
    await buying.press(purchase.getByRole('button', { name: 'Confirm purchase' }))
    expect(buying.count).toBe(2)
    await answerWallet(page, 'Approve')
    const card = page.getByRole('dialog', { name: 'Congratulations!' })
    await card.getByText('Buying successful').waitFor()
    await card.getByText(`${token.name} is yours for`).waitFor()
    // The card alone says it.
    expect(await page.getByText('Buying successful').count()).toBe(1)
    await card.getByRole('button', { name: 'Done' }).click()
    await card.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `List ${token.name}` }).waitFor()
    const price = Number(token.listedPrice) / 1e8
    // Gas and the refund for the listing's storage are a fraction of a cent.
    const paid = async () => before - (await shownBalance(page))
    await expect.poll(paid, TIMEOUT).toBeCloseTo(price, 1)

    await watcher.getByText('Not listed').waitFor()
    await watcher.getByText('Owned by').locator(`a[href="/${buyer.address}"]`).waitFor()
    await watcher.getByRole('tab', { name: 'Activity' }).click()
    await watcher
      .getByText(/Sale|Sold|Bought/i)
      .first()
      .waitFor()
    await rises
    await flies
    expect((await collectionOf(network, token.collectionId)).floorPrice).not.toBe(token.listedPrice)
    await showsFloor(floorShown, token.collectionId)

    await page.getByRole('button', { name: `List ${token.name}` }).click()
    const listing = page.getByRole('dialog', { name: 'List item' })
    await listing.getByLabel('Price', { exact: true }).fill('77.5')
    await listing.getByRole('button', { name: 'List', exact: true }).click()
    await answerWallet(page, 'Approve')
    await page.getByText('Item listed').first().waitFor()
    await watcher.getByText(/^Listed on/).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: `Delist ${token.name}` }).click()
    await page.getByRole('dialog', { name: 'Delist item' }).getByRole('button', { name: 'Delist', exact: true }).click()
    await answerWallet(page, 'Approve')
    await page.getByText('Item delisted').first().waitFor()
    await watcher.getByText('Not listed').waitFor()

    // A little below the floor: a bid that needs no confirmation.
    const floor = BigInt((await collectionOf(network, token.collectionId)).floorPrice ?? 0)
    await bidThroughSdk(network, await createUser(harness), token.collectionId, (floor * 9n) / 10n)
    const selling = countPresses()
    await selling.press(page.getByRole('button', { name: /^Sell now for / }))
    await selling.press(page.getByRole('dialog').getByRole('button', { name: 'Accept bid' }))
    expect(selling.count).toBe(2)
    await answerWallet(page, 'Approve')
    const sold = page.getByRole('dialog', { name: 'Sold' })
    await sold.getByText(`${token.name} sold. You received`).waitFor()
    expect(await page.getByText('Bid accepted').count()).toBe(1)
    expect(harness.pageErrors).toEqual([])
  })

  longTest('finds the listing already sold: the dialog says so and nothing is signed', async () => {
    const { network } = harness
    const buyer = await createUser(harness)
    const token = await floorToken(network, buyer)
    const page = await harness.visitor('about:blank')
    // The page gets no live message of the sale: it finds out when it is about to buy.
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
    await page.route(/\/socket\.io\//, (route) => route.abort())
    await page.goto(`${network.webUrl}/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(page, buyer.name)
    const before = await shownBalance(page)
    await page.getByRole('button', { name: `Buy Now ${token.name}` }).click()
    const confirm = page.getByRole('button', { name: 'Confirm purchase' })
    await expect.poll(() => confirm.isEnabled(), TIMEOUT).toBe(true)
    await buyThroughSdk(network, await createUser(harness), token.tokenDataId)
    await confirm.click()
    await page.getByText('Token is already sold or delisted').first().waitFor()
    expect(await shownBalance(page)).toBe(before)
  })

  longTest(
    'a server that answers a transfer of the balance instead of the purchase: the wallet is not asked',
    async () => {
      const { network } = harness
      const buyer = await createUser(harness)
      const token = await floorToken(network, buyer)
      const page = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
      await page.route(/\/collection\/nfts\/buy$/, async (route) => {
        const response = await route.fetch()
        const answer = await response.json()
        const stolen = {
          function: '0x1::aptos_account::transfer',
          typeArguments: [],
          functionArguments: [`0x${'a7'.repeat(32)}`, '1'],
        }
        await route.fulfill({ response, json: { ...answer, payload: stolen } })
      })
      await connectWallet(page, buyer.name)
      const before = await shownBalance(page)
      await page.getByRole('button', { name: `Buy Now ${token.name}` }).click()
      const dialog = page.getByRole('dialog', { name: 'BUY ITEMS' })
      await dialog.getByText(/^You pay at most .* Otherwise the transaction fails\.$/).waitFor()
      await dialog.getByRole('button', { name: 'Confirm purchase' }).click()
      await dialog.getByText(/prepared a different transaction from the one you chose/).waitFor()
      expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
      expect(await shownBalance(page)).toBe(before)
    },
  )

  // @feature wallet.balance
  test('sees its balance rise on any page when its listing is bought, also without signing in', async () => {
    const seller = await createUser(harness, { holds: 'listed' })
    const [token] = seller.tokens
    if (token === undefined) throw new Error('the seller lists a token')
    const page = await harness.visitor('/launchpad')
    await connectWallet(page, seller.name)
    const before = await shownBalance(page)
    await buyThroughSdk(harness.network, await createUser(harness), token.tokenDataId)
    // Fees and the royalty are less than half of the price.
    const gained = async () => (await shownBalance(page)) - before
    await expect.poll(gained, TIMEOUT).toBeGreaterThan(Number(token.listedPrice) / 2e8)
  })

  // @feature bid.done, bid.collection, trade.few-clicks, buy.sweep, buy.magic, buy.cart
  test('bids on a token and on a collection, sweeps the floor and is congratulated, and finds its cart after a reload', async () => {
    const { network } = harness
    const bidder = await createUser(harness)
    // Five are swept and two go into the cart; the rest is for journeys that buy at the same time.
    const token = await floorToken(network, bidder, 9)
    const page = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(page, bidder.name)
    await page.getByRole('button', { name: `Place a Bid ${token.name}` }).click()
    await page.getByLabel('Bid price', { exact: true }).fill('0.05')
    await page.getByRole('button', { name: 'Place Bid', exact: true }).click()
    await answerWallet(page, 'Approve')
    await page.getByText('Place Bid Sucessful').first().waitFor()

    await page.goto(`${network.webUrl}/collection/${token.collectionId}`)
    await page.getByRole('button', { name: /^Wallet, balance \d/ }).waitFor()
    await page.getByRole('button', { name: 'Collection bid', exact: true }).click()
    await page.getByLabel('Bid price per item').fill('0.05')
    await page.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await page.getByRole('button', { name: 'Place Collection Bid' }).click()
    await answerWallet(page, 'Approve')
    await page.getByText('Place Collection Bid Sucessful').first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const bar = page.getByRole('region', { name: 'Sweep' })
    const sweeping = countPresses()
    const steps = async () => (await bar.getByRole('button', { name: 'One more' }).boundingBox())?.x
    const before = await steps()
    await sweeping.press(bar.getByRole('button', { name: 'Sweep 5' }))
    await bar.getByRole('button', { name: 'Magic buy' }).waitFor()
    // Who presses it several times hits nothing else.
    expect(await steps()).toBe(before)
    await sweeping.press(bar.getByRole('button', { name: 'Magic buy' }))
    const magic = page.getByRole('dialog', { name: 'Magic buy' })
    const items = magic.getByRole('region', { name: 'Items to buy' })
    expect(await items.evaluate((table) => getComputedStyle(table).maxHeight)).toBe('288px')
    const cut = await items.evaluate((frame) => {
      const fifth = frame.querySelectorAll('tbody tr')[4]
      return fifth && fifth.getBoundingClientRect().bottom > frame.getBoundingClientRect().bottom
    })
    expect(cut).toBe(false)
    await sweeping.press(magic.getByRole('button', { name: 'Confirm purchase' }))
    expect(sweeping.count).toBe(3)
    await answerWallet(page, 'Approve')
    await page
      .getByRole('dialog', { name: 'Congratulations!' })
      .getByText(/^5 items bought for/)
      .waitFor()
    await page.getByRole('button', { name: 'Done', exact: true }).click()

    const adders = page.getByRole('button', { name: /^Add to cart: / })
    await adders.first().click()
    await page.reload()
    await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()

    // A cart makes the page of a phone no wider.
    await adders.first().click()
    await page.getByRole('button', { name: 'Buy 2 items' }).waitFor()
    await page.setViewportSize({ width: SMALL_PHONE, height: 700 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), TIMEOUT).toBe(SMALL_PHONE)
    // One bar above the navigation: the cart, while the sweep is not used.
    expect(await page.getByRole('button', { name: 'Buy 2 items' }).isVisible()).toBe(true)
    expect(await page.locator('[data-docked]').isVisible()).toBe(false)
    expect(harness.pageErrors).toEqual([])
  })

  longTest('keeps what floats above the sweep, however high it is', async () => {
    const buyer = await createUser(harness)
    const token = await floorToken(harness.network, buyer)
    const page = await harness.visitor(`/collection/${token.collectionId}`)
    await connectWallet(page, buyer.name)
    const bar = page.getByRole('region', { name: 'Sweep' })
    await bar.waitFor()
    const room = () =>
      page.evaluate(() =>
        Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--docked-height')),
      )
    const above = async () => Math.round((await room()) - ((await bar.boundingBox())?.height ?? 0))
    await expect.poll(above, TIMEOUT).toBe(8)
    const slim = await room()
    await bar.getByRole('button', { name: 'Show details' }).click()
    await expect.poll(room, TIMEOUT).toBeGreaterThan(slim + 40)
    await expect.poll(above, TIMEOUT).toBe(8)
  })

  longTest('has too little APT: the dialog says so and offers nothing to sign', async () => {
    const { network } = harness
    const poor = await createUser(harness)
    await giveAway(network, poor, await createUser(harness), 5_000_000n)
    const token = await floorToken(network, poor)
    const page = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(page, poor.name)
    await page.getByRole('button', { name: `Buy Now ${token.name}` }).click()
    await page.getByRole('alert').filter({ hasText: /APT/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Confirm purchase' }).isEnabled()).toBe(false)
  })
})

test('exposes no cheats of the local chain through the site or the API', async () => {
  const { webUrl, apiUrl } = harness.network
  for (const place of [webUrl, apiUrl]) {
    for (const path of ['/__dev/pause', '/v1/__dev/pause', '/%5f_dev/pause', '/api/../__dev/pause']) {
      const { status } = await fetch(`${place}${path}`, { method: 'POST', body: '{}' })
      expect({ place, path, isRefused: status >= 400 && status < 500 }).toEqual({ place, path, isRefused: true })
    }
    expect((await fetch(`${place}/__dev/state-hash`)).status).toBe(404)
  }
  // A chain that was paused would not execute this.
  const [someone] = harness.network.accounts
  if (someone === undefined) throw new Error('The market has no people.')
  await giveAway(harness.network, someone, someone, 100_000_000n)
})
