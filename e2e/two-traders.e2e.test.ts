import { createApiClient } from '@opal/contract/client'
import { getToken } from '@opal/contract/endpoints/get-token'
import { listCollectionTokens } from '@opal/contract/endpoints/list-collection-tokens'
import { listCollections } from '@opal/contract/endpoints/list-collections'
import type { Token } from '@opal/contract/shapes/token'
import { openMarketTruth } from '@opal/store/testing/market-truth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tradingSeconds } from './harness/config.ts'
import { person } from './harness/market.ts'
import { openStage, type Stage } from './harness/stage.ts'
import { answerWallet, connectWallet } from './harness/wallet.ts'
import { observe, type Report, type Watched } from './observer/observe.ts'

/** A busy market: a turn of others after each such pause. */
const STORY_PAUSE_MS = 1_000
/**
 * What is shown may be older than the store by this much. Two seconds is what we promise, and what the long run holds; a
 * short run among other tests says whether everything gets there at all.
 */
const LIMIT_MS = tradingSeconds >= 120 ? 2_000 : 15_000
/** The others may be quicker several times in a row: each time that costs a short run most of its time. */
const FIRST_TRADE_MS = 90_000
const NAMES = ['Mara Voss', 'June Okafor'] as const

interface Trader {
  readonly name: string
  readonly address: string
  readonly page: Page
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ storyPauseMs: STORY_PAUSE_MS })
})
afterAll(() => stage?.[Symbol.asyncDispose]())

// @feature portfolio.live-buy, portfolio.live-sale, portfolio.live-unlist
test(
  'two people trade with each other in a busy market, and nobody is shown what is not so any more',
  async () => {
    const token = await anyForSale()
    const table = { token }
    await using truth = await openMarketTruth(stage.databaseUrl)
    const stop = new AbortController()
    let watched: readonly Watched[] = []
    const observing = observe(() => watched, truth, stop.signal)
    let trades = 0
    try {
      const traders = await Promise.all(NAMES.map((name) => sitDown(name, token)))
      watched = await openWindows(traders, token.collectionId, () => table.token.tokenDataId)
      const end = Date.now() + tradingSeconds * 1000
      while (Date.now() < end || (trades === 0 && Date.now() < end + FIRST_TRADE_MS)) {
        if (await takeTurn(traders, table.token)) trades += 1
        else table.token = await sitElsewhere(traders, table.token)
      }
    } finally {
      stop.abort()
      await observing.catch(() => {})
    }
    const report = await observing
    say(trades, report)
    expect(trades).toBeGreaterThan(0)
    expect(report.sightings).toBeGreaterThan(100)
    expect(report.late.filter(({ lateMs }) => lateMs > LIMIT_MS).slice(0, 5)).toEqual([])
    expect(stage.pageErrors).toEqual([])
  },
  (tradingSeconds + 180) * 1000,
)

function say(trades: number, { changes, sightings, late }: Report): void {
  const worst = late[0]
  process.stdout.write(
    `${tradingSeconds} s: ${trades} trades by two browsers, ${changes} changes in the store, ${sightings} figures compared, ` +
      `${late.length} of them after they had changed, ${late.filter(({ lateMs }) => lateMs > 2_000).length} by more than two seconds, the longest by ${worst?.lateMs ?? 0} ms` +
      `${refusals.size === 0 ? '' : `, refused: ${[...refusals].map(([what, times]) => `${times} x ${what}`).join(', ')}`}` +
      `${worst === undefined ? '' : ` (${worst.page}: ${worst.fact} ${worst.value}, in truth ${worst.truth})`}\n`,
  )
}

/** What is for sale, or is listed next: a busy market may be sold out for a while. */
function anyForSale(): Promise<Token> {
  return vi.waitFor(firstForSale, { timeout: 60_000, interval: 500 })
}

/** The cheapest token that is for sale in the first collection that sells any. */
async function firstForSale(): Promise<Token> {
  const call = createApiClient({ api: stage.network.apiUrl })
  const { data: collections } = await call(listCollections, { query: { take: 10 } })
  for (const { collectionId } of collections) {
    const input = { params: { id: collectionId }, query: { nftType: 'LISTED', sort: 'price_asc', limit: 1 } } as const
    const [token] = (await call(listCollectionTokens, input)).data
    if (token !== undefined) return token
  }
  throw new Error('nothing is for sale')
}

/** Answers of the API that were no success. */
const refusals = new Map<string, number>()

function countRefusals(page: Page): void {
  page.on('response', (response) => {
    if (response.status() < 400 || !response.url().startsWith(stage.network.apiUrl)) return
    const kind = `${response.status()} ${new URL(response.url()).pathname.replace(/0x[0-9a-f]+/g, '0x')}`
    refusals.set(kind, (refusals.get(kind) ?? 0) + 1)
  })
}

async function sitDown(name: string, token: Token): Promise<Trader> {
  const page = await stage.visitor(placeOf(token))
  countRefusals(page)
  await connectWallet(page, name)
  return { name, page, address: person(stage.network, name).address }
}

function placeOf({ collectionId, tokenDataId }: Token): string {
  return `/collection/${collectionId}/${tokenDataId}`
}

/** Both look at the same token again, or at another one where somebody else took it away. */
async function sitElsewhere(traders: readonly Trader[], before: Token): Promise<Token> {
  const token = await freshOf(before)
  const isOurs = traders.some(({ address }) => address === token.owner?.walletAddress)
  const next = isOurs || token.listedPrice !== null ? before : await anyForSale()
  await Promise.all(traders.map(({ page }) => page.goto(`${stage.network.webUrl}${placeOf(next)}`)))
  return next
}

function freshOf({ tokenDataId }: Token) {
  const call = createApiClient({ api: stage.network.apiUrl })
  return call(getToken, { params: { id: tokenDataId } })
}

/** Whose it is lists it; else somebody buys it. @returns whether that came about. */
async function takeTurn(traders: readonly Trader[], { tokenDataId, ...rest }: Token): Promise<boolean> {
  const token = await freshOf({ tokenDataId, ...rest })
  const owner = traders.find(({ address }) => address === token.owner?.walletAddress)
  if (token.listedPrice === null) {
    if (owner === undefined) return false
    return list(owner.page, token.name, BigInt(token.collectionFloorPrice ?? '100000000'))
  }
  const buyer = traders.find((trader) => trader !== owner)
  return buyer === undefined ? false : buy(buyer.page, token.name)
}

/** Windows that only look: the collection, and each trader's portfolio. */
async function openWindows(
  traders: readonly Trader[],
  collectionId: string,
  tokenOnTable: () => string,
): Promise<readonly Watched[]> {
  const collection = await watch(`/collection/${collectionId}`)
  const portfolios = await Promise.all(traders.map(({ address }) => watch(`/${address}`)))
  return [
    ...traders.map(({ name, page }) => ({ name, page, kind: 'token' as const, id: tokenOnTable })),
    { name: 'collection', page: collection, kind: 'collection', id: () => collectionId },
    ...traders.map(({ name, address }, index) => ({
      name: `portfolio of ${name}`,
      page: portfolios[index] ?? collection,
      kind: 'wallet' as const,
      id: () => address,
    })),
  ]
}

async function watch(path: string): Promise<Page> {
  const page = await stage.visitor(path)
  countRefusals(page)
  const cookies = { 'opal.view': 'table', 'opal.mode': 'lite' }
  const url = stage.network.webUrl
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  await page.goto(`${url}${path}`)
  await page.getByRole('table', { name: 'Items' }).waitFor()
  return page
}

/** @returns whether it was bought; not so when somebody was quicker. */
async function buy(page: Page, name: string): Promise<boolean> {
  try {
    await page.getByRole('button', { name: `Buy Now ${name}` }).click({ timeout: 5_000 })
    await page.getByRole('button', { name: 'Confirm purchase' }).click({ timeout: 10_000 })
    await answerWallet(page, 'Approve')
    await page.getByText('Buying successful').first().waitFor({ timeout: 20_000 })
    await closeDialog(page)
    return true
  } catch {
    return false
  }
}

/** A little above the floor, so that the others do not take it at once. */
async function list(page: Page, name: string, floor: bigint): Promise<boolean> {
  const price = (floor * 11n) / 10n / 1_000_000n
  try {
    await page.getByRole('button', { name: `List ${name}` }).click({ timeout: 5_000 })
    const dialog = page.getByRole('dialog', { name: /^LIST/ })
    await dialog
      .getByLabel(/^Price/)
      .first()
      .fill(`${price / 100n}.${String(price % 100n).padStart(2, '0')}`)
    await dialog.getByRole('button', { name: 'List', exact: true }).click({ timeout: 10_000 })
    await answerWallet(page, 'Approve')
    await page.getByText('Listing successful').first().waitFor({ timeout: 20_000 })
    await closeDialog(page)
    return true
  } catch {
    return false
  }
}

async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close', exact: true }).last().click({ timeout: 5_000 })
}
