import { createApiClient } from '@opal/contract/client'
import { type ExitItem, planPortfolioExit } from '@opal/contract/portfolio/exit'
import { getToken } from '@opal/contract/tokens'
import { beforeAll, describe, expect, test } from 'vitest'
import { box, emulateTouch } from './browse/page-parts.ts'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { PHONE, TIMEOUT } from './harness/config.ts'
import { tabTo } from './harness/keyboard.ts'
import { findHolder, type Person } from './harness/market.ts'
import { bidThroughSdk } from './harness/sdk.ts'
import { createUser, type TestUser } from './harness/users.ts'
import { answerWallet, connectWallet } from './harness/wallet.ts'
import { whenReady } from './harness/when-ready.ts'
import { audit } from './screenshots/audit.ts'

let harness: BrowserHarness
beforeAll(async () => {
  harness = await sharedHarness()
})

/** Someone with an item that the plan of their exit sells into a new bid, a little below the floor. */
async function holder(): Promise<{ seller: TestUser; item: ExitItem }> {
  const call = createApiClient({ api: harness.network.apiUrl })
  const bidder = await createUser(harness)
  for (;;) {
    const seller = await createUser(harness, { holds: 'unlisted' })
    for (const { tokenDataId } of seller.tokens) {
      const token = await call(getToken, { params: { id: tokenDataId } })
      const floor = BigInt(token.collectionFloorPrice ?? 0)
      // A sale far below the floor of a rare trait would have to be confirmed.
      const isPlain = token.attributes.every(({ floorPrice }) => BigInt(floorPrice ?? 0) < 4n * floor)
      if (floor < 1_000_000n || !isPlain) continue
      await bidThroughSdk(harness.network, bidder, token.collectionId, (floor * 95n) / 100n)
      const { data } = await call(planPortfolioExit, {
        body: { wallets: [seller.address], collectionId: token.collectionId },
      })
      const item = data.find((one) => one.sale !== null && one.ownListings.length === 0)
      if (item !== undefined) return { seller, item }
    }
  }
}

/** Someone whose plan sells several items: as it is, or into two new bids where other journeys have taken those of the market. */
async function sellerOfSeveral(): Promise<Person> {
  const { accounts } = harness.network
  const call = createApiClient({ api: harness.network.apiUrl })
  const plan = ({ address }: Person) => call(planPortfolioExit, { body: { wallets: [address] } })
  for (const account of accounts) if ((await plan(account)).proceeds.length > 1) return account
  const bidder = await createUser(harness)
  for (const account of accounts) {
    if (account.name === bidder.name) continue
    const { data } = await plan(account)
    const free = data.filter(({ floorPrice, ownListings }) => floorPrice !== null && ownListings.length === 0)
    const [first, second] = free.slice(0, 2)
    if (first === undefined || second === undefined) continue
    for (const { collectionId, floorPrice } of [first, second])
      await bidThroughSdk(harness.network, bidder, collectionId, (BigInt(floorPrice ?? 0) * 95n) / 100n)
    if ((await plan(account)).proceeds.length > 1) return account
  }
  throw new Error('nobody has two items that can be sold')
}

/**
 * Gives each row a long name, collection and distance, and returns what of them is cut: the name in any window, on phones also what is below.
 * Runs in the browser: nothing from outside may be used.
 */
function cutNames(rows: readonly Element[], isPhone: boolean): string[] {
  return rows.slice(1).flatMap((row) => {
    const [start, number] = row.querySelectorAll<HTMLElement>('a[data-row-link] > span > span')
    const below = start?.closest('[data-wraps]')?.lastElementChild
    if (!start || !number || !below) return []
    start.textContent = 'Neighbour'
    number.textContent = ' #888'
    const [far, place] = [below.querySelector('span > span:last-of-type')?.firstChild, below.lastChild]
    if (far?.nodeType === Node.TEXT_NODE && far.textContent?.endsWith('%')) far.textContent = '+88.88%'
    if (place?.nodeType === Node.TEXT_NODE) place.textContent = 'Minor Constellations'
    const [frame, end] = [row.getBoundingClientRect(), below.getBoundingClientRect().bottom]
    const isCut = start.scrollWidth > start.clientWidth
    const isCutBelow = isPhone && (below.scrollHeight > below.clientHeight || end > frame.bottom)
    return isCut || isCutBelow ? [row.textContent ?? ''] : []
  })
}

describe('the exit of a portfolio', () => {
  // @feature exit.tab
  test.each([
    { width: 1024, height: 768 },
    { width: 1440, height: 900 },
  ])('has its buttons in view, and moves no row when the plan comes: %o', async (window) => {
    const { address, name } = await sellerOfSeveral()
    const page = await harness.visitor('/')
    await connectWallet(page, name)
    await page.setViewportSize(window)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/user/exit**', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${harness.network.webUrl}/${address}?tab=exit`)
    const table = page.getByRole('table', { name: 'Exit' })
    await table.waitFor()
    await whenReady(page)
    const { y } = await box(table)
    release()
    await page.getByText('Exit value').waitFor()
    await page.getByRole('heading', { name: 'Proceeds by number of sales' }).waitFor()
    const actions = page.getByRole('main').getByRole('button', { name: /^(Sell|List|Edit) .*\d/ })
    await actions.first().waitFor()
    for (const action of await actions.filter({ hasNotText: /floor/ }).all()) {
      const { y: top, height } = await box(action)
      expect(top + height).toBeLessThanOrEqual((await box(page.getByRole('contentinfo'))).y)
    }
    expect(Math.abs((await box(table)).y - y)).toBeLessThanOrEqual(2)
  })

  // @feature exit.tab, exit.sell, exit.live
  test('sells a chosen item with the keyboard, for what the row says', async () => {
    const { seller, item } = await holder()
    const page = await harness.visitor(`/${seller.address}?tab=exit&collection=${item.collectionId}`)
    await connectWallet(page, seller.name)
    const table = page.getByRole('table', { name: 'Exit' })
    const row = table.getByRole('row').filter({ has: page.getByTitle(item.name) })
    await row.getByRole('group', { name: `Choice for ${item.name}` }).waitFor()
    await page.getByText('Exit value').waitFor()
    expect(await audit(page)).toEqual([])
    const sell = row.getByRole('radio', { name: 'Sell' })
    await tabTo(page, `Select ${item.name}`)
    await page.keyboard.press('Space')
    await sell.focus()
    await page.keyboard.press('Space')
    await tabTo(page, 'Sell 1 now')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const accept = dialog.getByRole('button', { name: 'Accept bid' })
    await expect.poll(() => accept.isEnabled(), TIMEOUT).toBe(true)
    await accept.press('Enter')
    await answerWallet(page, 'Approve')
    await page.getByRole('dialog', { name: 'Sold' }).getByText(`${item.name} sold. You received`).waitFor()
    await page.keyboard.press('Escape')
    await row.waitFor({ state: 'detached' })
    expect(harness.pageErrors).toEqual([])
  })

  // @feature exit.tab
  test('fits a phone, where each choice is a menu', async () => {
    const { address } = await findHolder(harness.network)
    const page = await harness.visitor(`/${address}?tab=exit`)
    await page.setViewportSize(PHONE)
    const table = page.getByRole('table', { name: 'Exit' })
    await table
      .getByRole('combobox', { name: /^Choice for / })
      .first()
      .waitFor()
    expect(await audit(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    expect(harness.pageErrors).toEqual([])
  })

  // One for all widths, who can sell an item and list it whatever other journeys have bought before.
  let watched: ReturnType<typeof holder> | null = null

  // @feature exit.amounts
  test.each([320, 390, 768, 844, 1024, 1280])(
    'says whole at %i px what a sale brings and gains, and what a listing brings',
    async (width) => {
      watched ??= holder()
      const { seller, item } = await watched
      expect(item.listing).not.toBeNull()
      const page = await harness.visitor(`/${seller.address}?tab=exit`)
      await emulateTouch(page)
      await page.setViewportSize({ width, height: 844 })
      const rows = page.getByRole('table', { name: 'Exit' }).getByRole('row')
      await rows.nth(1).waitFor()
      const amounts = () =>
        rows.evaluateAll((all) =>
          all.slice(1).map((row) => {
            const isShown = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().width > 1
            const shown = [...row.querySelectorAll('[title$=" APT"]')].filter(isShown)
            const cut = shown.filter((one) => {
              const [{ left, right, top, bottom }, cell] = [one.getBoundingClientRect(), one.closest('td')]
              const frame = cell?.getBoundingClientRect()
              return !frame || left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom
            })
            return { count: shown.length, cut: cut.map(({ textContent }) => textContent) }
          }),
        )
      // Of an item that can be sold and listed both; the market of a test knows the cost of few.
      await expect
        .poll(async () => Math.max(...(await amounts()).map(({ count }) => count)), TIMEOUT)
        .toBeGreaterThan(1)
      expect((await amounts()).flatMap(({ cut }) => cut)).toEqual([])
      expect(await rows.evaluateAll(cutNames, width < 640)).toEqual([])
    },
  )
})
