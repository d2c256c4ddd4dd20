import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { TIMEOUT } from './harness/config.ts'
import { focusedName, tabTo } from './harness/keyboard.ts'
import { longTest } from './harness/long-test.ts'
import { floorToken } from './harness/market.ts'
import { dialogIsSound, sound } from './harness/sound.ts'
import { createUser } from './harness/users.ts'
import { answerWallet, connectWallet } from './harness/wallet.ts'
import { whenReady } from './harness/when-ready.ts'

let harness: BrowserHarness
beforeAll(async () => {
  harness = await sharedHarness()
})

// @feature shell.keyboard
describe('with the keyboard only', () => {
  longTest('someone buys on the page of a token', async () => {
    const buyer = await createUser(harness)
    const token = await floorToken(harness.network, buyer)
    const page = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(page, buyer.name)
    await page.getByRole('button', { name: `Buy Now ${token.name}` }).waitFor()
    await sound(page)
    await tabTo(page, `Buy Now ${token.name}`)
    await page.keyboard.press('Enter')
    const confirm = page.getByRole('button', { name: 'Confirm purchase' })
    await expect.poll(() => confirm.isEnabled().catch(() => false), TIMEOUT).toBe(true)
    await dialogIsSound(page)
    await tabTo(page, 'Confirm purchase')
    await page.keyboard.press('Enter')
    await answerWallet(page, 'Approve')
    await page.getByText('Buying successful').first().waitFor()
    await dialogIsSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `List ${token.name}` }).waitFor()
  })

  // @feature shell.skip-items
  test('buys from the landing page with at most 20 keys', async () => {
    const buyer = await createUser(harness)
    const token = await floorToken(harness.network, buyer)
    const page = await harness.visitor('/')
    await connectWallet(page, buyer.name)
    await whenReady(page)
    let keys = 0
    const press = async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    }
    const pressTabTo = async (goal: Locator) => {
      const isThere = () => goal.evaluate((element) => element === document.activeElement)
      for (let tabs = 0; tabs < 30 && !(await isThere()); tabs += 1) await press('Tab')
      expect(await isThere(), `${goal} after ${keys} keys`).toBe(true)
    }
    const name = token.collectionName ?? ''
    await press('/')
    for (const letter of name.slice(0, 4)) await press(letter)
    await page
      .locator('#search-results')
      .getByRole('link', { name: new RegExp(name) })
      .waitFor()
    await press('ArrowDown')
    await press('Enter')
    await page.waitForURL('**/collection/**')
    await page
      .getByRole('list', { name: 'Items' })
      .getByRole('button', { name: /^Buy Now/ })
      .first()
      .waitFor()
    await whenReady(page)
    await pressTabTo(page.getByRole('button', { name: 'Skip to items' }))
    await press('Enter')
    const card = page.getByRole('list', { name: 'Items' }).getByRole('link').first()
    await expect.poll(() => card.evaluate((link) => link === document.activeElement), TIMEOUT).toBe(true)
    await press('b')
    const confirm = page.getByRole('button', { name: 'Confirm purchase' })
    await expect.poll(() => confirm.isEnabled().catch(() => false), TIMEOUT).toBe(true)
    await dialogIsSound(page)
    await pressTabTo(confirm)
    await press('Enter')
    await answerWallet(page, 'Approve')
    await page.getByText('Buying successful').first().waitFor()
    expect(keys).toBeLessThanOrEqual(20)
  })

  longTest('someone lists', async () => {
    const { name, tokens } = await createUser(harness, { holds: 'unlisted' })
    const [token] = tokens
    if (token === undefined) throw new Error(`${name} has nothing to list`)
    const page = await harness.visitor(`/collection/${token.collectionId}/${token.tokenDataId}`)
    await connectWallet(page, name)
    await page.getByRole('button', { name: `List ${token.name}` }).waitFor()
    await tabTo(page, `List ${token.name}`)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'List item' })
    const price = dialog.getByLabel('Price', { exact: true })
    await price.waitFor()
    if (!(await price.evaluate((element) => element === document.activeElement))) await tabTo(page, /^Price/)
    await page.keyboard.type('123.45')
    const list = dialog.getByRole('button', { name: 'List', exact: true })
    await expect.poll(() => list.isEnabled().catch(() => false), TIMEOUT).toBe(true)
    await dialogIsSound(page)
    await tabTo(page, 'List')
    await page.keyboard.press('Enter')
    await answerWallet(page, 'Approve')
    await page.getByText('Item listed').first().waitFor()
  })

  // @feature shell.left-page, trade.left-page, route.back-focus
  test('Back leaves a bid that is being typed with its page, and Forward does not bring it back', async () => {
    const bidder = await createUser(harness)
    const page = await harness.visitor('/')
    await connectWallet(page, bidder.name)
    await whenReady(page)
    const followed = page.getByRole('table', { name: 'Collections' }).locator('[data-row-link]').first()
    const collectionName = await followed.innerText()
    await followed.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/collection\//)
    const card = page.getByRole('list', { name: 'Items' }).locator('article a[title]').first()
    await card.waitFor()
    const name = (await card.getAttribute('title')) ?? ''
    await card.focus()
    await page.keyboard.press('Enter')
    const place = page.getByRole('button', { name: `Place a Bid ${name}` })
    await place.waitFor()
    await place.focus()
    await page.keyboard.press('Enter')
    const bid = page.getByRole('dialog', { name: 'Place Bid' })
    await bid.getByLabel('Bid price', { exact: true }).fill('3')
    await page.goBack()
    // Both go: the bid, and the item that it is for.
    await expect.poll(() => page.locator('[role="dialog"]').count(), TIMEOUT).toBe(0)
    await expect.poll(() => new URL(page.url()).search, TIMEOUT).toBe('')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('title')), TIMEOUT).toBe(name)
    await page.goForward()
    await place.waitFor()
    expect(await page.locator('[role="dialog"]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[role="dialog"]').count(), TIMEOUT).toBe(0)
    await page.getByRole('button', { name: 'Collection bid' }).first().click()
    await page.getByRole('dialog').waitFor()
    // Once: the item's dialog that was closed has left no entry of its own.
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname, TIMEOUT).toBe('/')
    await expect.poll(() => page.locator('[role="dialog"]').count(), TIMEOUT).toBe(0)
    await expect.poll(() => focusedName(page), TIMEOUT).toBe(collectionName)
    expect(harness.pageErrors).toEqual([])
  })

  longTest('someone bids on an item over its list by Enter, and goes on where the bid began', async () => {
    const bidder = await createUser(harness)
    const { collectionId, tokenDataId, name, listedPrice } = await floorToken(harness.network, bidder)
    const page = await harness.visitor(`/collection/${collectionId}`)
    await connectWallet(page, bidder.name)
    await page.goto(
      `${new URL(page.url()).origin}/collection/${collectionId}?${new URLSearchParams({ collectionId, tokenDataId })}`,
    )
    const place = page.getByRole('button', { name: `Place a Bid ${name}` })
    await place.waitFor()
    await whenReady(page)
    await place.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Place Bid' })
    const price = dialog.getByLabel('Bid price', { exact: true })
    await price.waitFor()
    await expect.poll(() => price.evaluate((field) => field === document.activeElement), TIMEOUT).toBe(true)
    await page.keyboard.type((Number(listedPrice ?? 0) / 125_000_000).toFixed(2))
    // Before the quote is there.
    await page.keyboard.press('Enter')
    await dialog.getByText('Your quote is here. Check it, then press again.').waitFor()
    await dialogIsSound(page)
    await page.keyboard.press('Enter')
    await answerWallet(page, 'Approve')
    await page.getByText('Place Bid Sucessful').first().waitFor()
    await expect.poll(() => focusedName(page), TIMEOUT).toBe(`Place a Bid ${name}`)
  })
})
