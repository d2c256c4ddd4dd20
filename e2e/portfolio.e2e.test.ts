import { isDeepStrictEqual } from 'node:util'
import { createApiClient } from '@opal/contract/client'
import { listPendingClaims } from '@opal/contract/portfolio/claims'
import { sample } from '@opal/domain/testing/effort/config'
import { queryValue } from '@opal/store/testing/market-truth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { box } from './browse/page-parts.ts'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { PHONE, TIMEOUT } from './harness/config.ts'
import { longTest } from './harness/long-test.ts'
import { findHolder, findUnlisted, floorToken, person } from './harness/market.ts'
import { countPresses } from './harness/presses.ts'
import { bidThroughSdk, buyThroughSdk } from './harness/sdk.ts'
import { createUser } from './harness/users.ts'
import { answerSignIn, answerWallet, connectWallet } from './harness/wallet.ts'
import { whenReady } from './harness/when-ready.ts'

let harness: BrowserHarness
beforeAll(async () => {
  harness = await sharedHarness()
})

const who = (name: string) => person(harness.network, name)
const figure = (page: Page, name: string) =>
  page
    .locator('dl[aria-label="Summary"] dt')
    .filter({ hasText: name })
    .first()
    .locator('xpath=following-sibling::dd[1]')

describe('a portfolio', () => {
  // @feature portfolio.any-wallet, portfolio.live-buy, portfolio.live-sale, portfolio.summary
  test('of another wallet is public, and updates when that wallet buys and sells', async () => {
    const buyer = await createUser(harness)
    const token = await floorToken(harness.network, buyer)
    const seller = token.owner?.walletAddress ?? ''
    const [buying, selling] = [await harness.visitor(`/${buyer.address}`), await harness.visitor(`/${seller}`)]
    const before = Number((await figure(buying, 'Items').textContent()) ?? '')
    const left = Number((await figure(selling, 'Items').textContent()) ?? '')
    await selling.getByTitle(token.name).first().waitFor()
    await buyThroughSdk(harness.network, buyer, token.tokenDataId)
    await buying.getByTitle(token.name).first().waitFor()
    await selling.getByTitle(token.name).first().waitFor({ state: 'detached' })
    await expect.poll(() => figure(buying, 'Items').textContent(), TIMEOUT).toBe(String(before + 1))
    await expect.poll(() => figure(selling, 'Items').textContent(), TIMEOUT).toBe(String(left - 1))
    expect(await buying.getByRole('checkbox').count()).toBe(0)
    await buying.getByRole('tab', { name: 'P&L' }).click()
    const lots = buying.getByRole('table', { name: 'P&L by lot' })
    await lots
      .getByRole('link', { name: /Bought/ })
      .first()
      .waitFor()
    expect(harness.pageErrors).toEqual([])
  })

  // @feature portfolio.summary
  test('shows its first item in the first screen of a phone', async () => {
    const { address } = await findHolder(harness.network)
    const page = await harness.visitor(`/${address}`)
    await page.setViewportSize(PHONE)
    const bar = page.getByRole('navigation', { name: 'Main, phone' })
    const room = async () => {
      const [first, limit] = [await box(page.getByRole('article').first()), await box(bar)]
      return limit.y - first.y - first.height
    }
    await expect.poll(room, TIMEOUT).toBeGreaterThan(0)
  })

  // @feature portfolio.address, portfolio.filter, portfolio.sort, portfolio.table-grid
  test('keeps tab, filters and order in its address', async () => {
    const { address: owner } = await findUnlisted(harness.network)
    const page = await harness.visitor(`/${owner}`)
    await page.getByRole('radio', { name: 'Table' }).click()
    await page.getByRole('table', { name: 'Items' }).waitFor()
    await page.getByRole('radio', { name: 'Unlisted' }).click()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name')
    await page.getByRole('button', { name: 'Sort descending' }).click()
    await expect.poll(() => new URL(page.url()).search, TIMEOUT).toBe('?filter=unlisted&sort=name&order=desc')
    const namesOn = (site: typeof page) =>
      site.getByRole('table', { name: 'Items' }).locator('[data-row-link]').allTextContents()
    const other = await harness.visitor(`/${owner}${new URL(page.url()).search}`)
    await other.getByRole('radio', { name: 'Table' }).click()
    await other.getByRole('table', { name: 'Items' }).waitFor()
    const shown = async () => [await namesOn(page), await namesOn(other)]
    await expect.poll(async () => (await shown()).every((names) => names.length > 0), TIMEOUT).toBe(true)
    await expect.poll(async () => isDeepStrictEqual(...((await shown()) as [string[], string[]])), TIMEOUT).toBe(true)
    await page.getByRole('list', { name: 'Collections held' }).getByRole('button').nth(1).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('collection'), TIMEOUT).toMatch(/^0x/)
    await page.getByRole('tab', { name: 'Bids made' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('tab'), TIMEOUT).toBe('bids-made')
  })

  // @feature portfolio.selection, portfolio.select-all, portfolio.actions, portfolio.listings
  test('lists the selected items of the own wallet in one transaction', async () => {
    const owner = await createUser(harness)
    const token = await floorToken(harness.network, owner)
    await buyThroughSdk(harness.network, owner, token.tokenDataId)
    const page = await harness.visitor(`/${owner.address}`)
    await connectWallet(page, owner.name)
    await page.getByRole('heading', { name: 'You' }).waitFor()
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await page.getByRole('checkbox', { name: `Select ${token.name}` }).check()
    const bar = page.getByRole('toolbar', { name: 'Selected items' })
    await bar.getByText('1 selected').waitFor()
    await all.check()
    await all.uncheck()
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: `Select ${token.name}` }).check()
    await bar.getByRole('button', { name: 'List 1' }).click()
    const dialog = page.getByRole('dialog', { name: /^List / })
    await dialog
      .getByLabel(/^Price/)
      .first()
      .fill('88')
    await dialog.getByRole('button', { name: 'List', exact: true }).click()
    await answerWallet(page, 'Approve')
    await page
      .getByText(/^Items? listed$/)
      .first()
      .waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Listings' }).click()
    const listings = page.getByRole('table', { name: 'Listings' })
    await listings
      .getByRole('row')
      .filter({ hasText: '88' })
      .getByRole('button', { name: `Delist ${token.name}` })
      .waitFor()
    await bar.waitFor({ state: 'detached' })
    expect(harness.pageErrors).toEqual([])
  })

  // @feature accept.from-portfolio, trade.few-clicks
  test('sells an item of the own wallet into a bid by two presses', async () => {
    const { network } = harness
    const owner = await createUser(harness)
    const token = await floorToken(network, owner)
    await buyThroughSdk(network, owner, token.tokenDataId)
    // A little below the floor: a bid that needs no confirmation.
    await bidThroughSdk(
      network,
      await createUser(harness),
      token.collectionId,
      (BigInt(token.listedPrice ?? 0) * 9n) / 10n,
    )
    const page = await harness.visitor(`/${owner.address}`)
    await connectWallet(page, owner.name)
    const selling = countPresses()
    await selling.press(page.getByRole('button', { name: `Sell ${token.name} for ` }))
    await selling.press(page.getByRole('dialog').getByRole('button', { name: 'Accept bid' }))
    expect(selling.count).toBe(2)
    await answerWallet(page, 'Approve')
    await page.getByRole('dialog', { name: 'Sold' }).getByText(`${token.name} sold. You received`).waitFor()
    expect(harness.pageErrors).toEqual([])
  })

  // @feature portfolio.wallets
  test('adds up several own wallets, whose addresses stay in the browser', async () => {
    const [mara, rafi] = [who('Mara Voss'), who('Rafi Haddad')]
    const page = await harness.visitor(`/${mara.address}?wallets=open`)
    const wallets = page.getByRole('table', { name: 'My wallets compared' })
    await wallets.waitFor()
    const add = page.getByRole('button', { name: 'Add', exact: true })
    for (const address of [mara.address, rafi.address]) {
      await page.getByRole('textbox', { name: 'Address or .apt name' }).fill(address)
      await add.click()
      await wallets.locator(`a[title="${address}"]`).waitFor()
    }
    await wallets.getByText('Total').waitFor()
    const items = wallets.locator('tbody tr td:nth-child(2)')
    const isSum = async () => {
      const [first = Number.NaN, second = Number.NaN, together] = (await items.allTextContents()).map(Number)
      return together === first + second
    }
    await expect.poll(isSum, TIMEOUT).toBe(true)
    await page.reload()
    await whenReady(page)
    await wallets.locator(`a[title="${rafi.address}"]`).waitFor()
    await page.getByRole('textbox', { name: 'Address or .apt name' }).fill('nobody at all')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Enter an address or a .apt name.').waitFor()
  })

  // @feature portfolio.files
  test('exports CSV and JSON files', async () => {
    const page = await harness.visitor(`/${who('Mara Voss').address}`)
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menu').waitFor()
    const link = page.getByRole('menuitem', { name: 'P&L by lot as JSON' })
    const answer = await fetch((await link.getAttribute('href')) ?? '')
    expect(await answer.json()).toMatchObject({ wallet: who('Mara Voss').address, isComplete: true })
    const files = await page
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => [item.textContent ?? '', item.getAttribute('href') ?? '']))
    expect(files).toHaveLength(6)
    for (const [name = '', href = ''] of files) {
      const file = await fetch(href)
      const kind = name.endsWith('CSV') ? 'text/csv' : 'application/json'
      expect({ name, status: file.status, type: file.headers.get('content-type')?.split(';')[0] }).toEqual({
        name,
        status: 200,
        type: kind,
      })
      await file.body?.cancel()
    }
  })
})

// @feature metric.details, metric.query
test('explains every metric of the summary, and its query returns the same value from the store', async () => {
  const { address } = await findHolder(harness.network)
  const page = await harness.visitor(`/${address}`)
  for (const name of sample(['Items', 'Listed', 'Est. value', 'Cost basis', 'Realized P&L', 'Unrealized P&L'], 3)) {
    const dialog = page.getByRole('dialog', { name: `${name}: how it’s calculated`, exact: true })
    await page.getByRole('button', { name: `${name}: how is this calculated?`, exact: true }).click()
    await dialog.waitFor()
    await dialog.getByText(/^As of ledger version \d+\.$/).waitFor()
    const query = (await dialog.locator('pre').last().textContent()) ?? ''
    const result = dialog.locator('[data-result] dd')
    const amount = result.locator('[title]')
    const shown = ((await amount.count()) > 0 ? await amount.getAttribute('title') : await result.textContent()) ?? ''
    const answered = BigInt((await queryValue(harness.databaseUrl, query)) ?? '0')
    const digits = BigInt((/-?[\d,]+(?:\.\d+)?/.exec(shown)?.[0] ?? '').replaceAll(',', '').split('.')[0] ?? '0')
    expect({ name, digits }).toEqual({ name, digits: shown.includes('APT') ? answered / 100_000_000n : answered })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  expect(harness.pageErrors).toEqual([])
})

describe('notifications', () => {
  // @feature notifications.bell, notifications.live, notifications.read, notifications.settings
  test('require sign-in, announce a sale immediately, are marked as read and configured by kind', async () => {
    const seller = await createUser(harness, { holds: 'listed' })
    const [token] = seller.tokens
    if (token === undefined) throw new Error(`${seller.name} sells nothing`)
    const page = await harness.visitor('/activity')
    await connectWallet(page, seller.name)
    await page.getByRole('button', { name: 'Alerts' }).click()
    await page.getByRole('button', { name: 'Sign in with Aptos' }).click()
    await answerSignIn(page, 'Approve')
    await page.getByRole('dialog', { name: 'Sign in with Aptos' }).waitFor({ state: 'detached' })
    const panel = page.getByRole('dialog', { name: 'Alerts' })
    await panel.getByRole('tab', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await buyThroughSdk(harness.network, await createUser(harness), token.tokenDataId)
    await page.getByRole('button', { name: /^Alerts, \d+ unread/ }).click()
    await panel.getByRole('link', { name: new RegExp(`${token.name} sold for`) }).waitFor()
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await panel.getByText('All caught up').waitFor()
    await panel.getByRole('tab', { name: 'Settings' }).click()
    const sold = panel.getByRole('switch', { name: 'Sold' })
    await sold.click()
    await expect.poll(() => sold.getAttribute('aria-checked'), TIMEOUT).toBe('false')
    await page.reload()
    await whenReady(page)
    await page.getByRole('button', { name: 'Alerts', exact: true }).click()
    await panel.getByRole('tab', { name: 'Settings' }).click()
    await expect.poll(() => sold.getAttribute('aria-checked'), TIMEOUT).toBe('false')
  })
})

longTest('offers to a wallet stand in its portfolio; without any it reads No Offers', async () => {
  const { address } = who('Mara Voss')
  const { data } = await createApiClient({ api: harness.network.apiUrl })(listPendingClaims, {
    params: { wallet: address },
  })
  const page = await harness.visitor(`/${address}?tab=claimable`)
  const table = page.getByRole('table', { name: 'Claimable' })
  const headings = ['Item', 'Rarity', 'List Price', 'Top Bid', 'Action']
  await expect.poll(() => table.getByRole('columnheader').allInnerTexts(), TIMEOUT).toEqual(headings)
  if (data.length === 0) await page.getByText('No Offers', { exact: true }).waitFor()
  await expect.poll(() => table.locator('tr[data-row]').count(), TIMEOUT).toBe(data.length)
})
