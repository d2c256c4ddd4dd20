import { createApiClient } from '@opal/contract/client'
import { getToken, type Token } from '@opal/contract/tokens'
import { stepMarket } from '@opal/dev-network/testing/step-market'
import { repeatCommand, testSeed } from '@opal/domain/testing/effort/config'
import { type MarketTruth, openMarketTruth } from '@opal/store/testing/market-truth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserHarness, openHarness } from './harness/browser-harness.ts'
import { MEASURED_TRADES, tradeCount } from './harness/config.ts'
import { floorToken, person } from './harness/market.ts'
import { waitFor } from './harness/wait-for.ts'
import { answerWallet, connectWallet } from './harness/wallet.ts'
import { whenReady } from './harness/when-ready.ts'
import { observe, type Report, type Watched } from './observer/observe.ts'
import { readShown } from './observer/read-shown.ts'

/** Shown values may be older than the store by this much; checked where enough trades are made to measure. */
const LIMIT_MS = 2_000
const NAMES = ['Mara Voss', 'June Okafor'] as const
/** Turns of the others between two trades. */
const TURNS = 3

interface Trader {
  readonly name: string
  readonly address: string
  readonly page: Page
}

let harness: BrowserHarness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness?.[Symbol.asyncDispose]())

// @feature portfolio.live-buy, portfolio.live-sale, portfolio.live-unlist
test(
  'two users trade in a busy market, and neither sees outdated values',
  async () => {
    process.stdout.write(`To repeat: ${repeatCommand} npm test -- two-traders\n`)
    await using truth = await openMarketTruth(harness.databaseUrl)
    const stop = new AbortController()
    let watched: readonly Watched[] = []
    const observing = observe(() => watched, truth, stop.signal)
    // Awaited below; until then its failure must not count as an unhandled rejection.
    observing.catch(() => undefined)
    let compared = 0
    try {
      const table = { token: await floorToken(harness.network, person(harness.network, NAMES[0])) }
      const traders = await Promise.all(NAMES.map((name) => sitDown(name, table.token)))
      watched = await openWindows(traders, table.token.collectionId, () => table.token.tokenDataId)
      const others = stepMarket(harness.network, String(testSeed))
      for (let trade = 0; trade < tradeCount; trade += 1) {
        for (let turn = 0; turn < TURNS; turn += 1) await others.turn()
        if (await isTaken(traders, table.token)) table.token = await sitElsewhere(traders)
        await takeTurn(traders, table.token)
        await harness.network.settle()
        compared += await agree(watched, truth)
      }
    } finally {
      stop.abort()
    }
    const report = await observing
    say(report)
    expect(compared).toBeGreaterThan(10 * tradeCount)
    expect(report.sightings).toBeGreaterThan(0)
    const isMeasured = tradeCount >= MEASURED_TRADES
    expect(isMeasured ? report.late.filter(({ lateMs }) => lateMs > LIMIT_MS).slice(0, 5) : []).toEqual([])
    expect(harness.pageErrors).toEqual([])
  },
  (tradeCount * 30 + 180) * 1000,
)

function say({ changes, sightings, late }: Report): void {
  const worst = late[0]
  process.stdout.write(
    `${tradeCount} trades by two browsers, ${changes} changes in the store, ${sightings} values compared, ` +
      `${late.length} of them after they had changed, ${late.filter(({ lateMs }) => lateMs > LIMIT_MS).length} by more than two seconds, the longest by ${worst?.lateMs ?? 0} ms` +
      `${worst === undefined ? '' : ` (${worst.page}: ${worst.fact} ${worst.value}, in truth ${worst.truth})`}\n`,
  )
}

/**
 * Waits until every window shows what the store holds, while nothing happens on the chain.
 * @returns the number of compared values.
 * @throws Error that names the values that remain wrong.
 */
async function agree(watched: readonly Watched[], truth: MarketTruth): Promise<number> {
  const facts = await truth.read()
  let wrong: readonly string[] = []
  return waitFor(
    'every window to show what the store holds',
    async () => {
      const shown = await Promise.all(
        watched.map(async ({ name, page, kind, id }) =>
          (await readShown(page, kind, id())).map(([fact, value]) => ({ name, fact, value })),
        ),
      )
      const known = shown.flat().filter(({ fact }) => facts.has(fact))
      wrong = known.flatMap(({ name, fact, value }) =>
        facts.get(fact) === value ? [] : [`${name}: ${fact} is ${facts.get(fact)}, shown ${value}`],
      )
      return shown.every((of) => of.length > 0) && wrong.length === 0 ? known.length : null
    },
    { seen: () => wrong },
  )
}

async function sitDown(name: string, token: Token): Promise<Trader> {
  const page = await harness.visitor(placeOf(token))
  await connectWallet(page, name)
  return { name, page, address: person(harness.network, name).address }
}

function placeOf({ collectionId, tokenDataId }: Token): string {
  return `/collection/${collectionId}/${tokenDataId}`
}

/** Returns whether someone else bought what one of the two had listed. */
async function isTaken(traders: readonly Trader[], before: Token): Promise<boolean> {
  const { listedPrice, owner } = await freshOf(before)
  return listedPrice === null && !traders.some(({ address }) => address === owner?.walletAddress)
}

/** Both look at another token, which neither of them sells. */
async function sitElsewhere(traders: readonly Trader[]): Promise<Token> {
  const next = await floorToken(harness.network, person(harness.network, NAMES[0]))
  await Promise.all(
    traders.map(async ({ page }) => {
      await page.goto(`${harness.network.webUrl}${placeOf(next)}`)
      await whenReady(page)
    }),
  )
  return next
}

function freshOf({ tokenDataId }: Pick<Token, 'tokenDataId'>) {
  const call = createApiClient({ api: harness.network.apiUrl })
  return call(getToken, { params: { id: tokenDataId } })
}

/** The owner lists the token; else one of the two who does not sell it buys it. No other wallet acts in the journey. */
async function takeTurn(traders: readonly Trader[], before: Token): Promise<void> {
  const token = await freshOf(before)
  const owner = traders.find(({ address }) => address === token.owner?.walletAddress)
  if (token.listedPrice === null) {
    if (owner === undefined) throw new Error(`${token.name} is neither for sale nor one of the two traders'`)
    return list(owner.page, token.name, BigInt(token.collectionFloorPrice ?? '100000000'))
  }
  const buyer = traders.find((trader) => trader !== owner)
  if (buyer === undefined) throw new Error('there are two traders')
  return buy(buyer.page, token.name)
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
  const page = await harness.visitor('about:blank')
  const cookies = { 'opal.view': 'table', 'opal.holdings': 'table', 'opal.rail': 'hidden' }
  const url = harness.network.webUrl
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  await page.goto(`${url}${path}`)
  await page.getByRole('table', { name: 'Items' }).waitFor()
  return page
}

async function buy(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Buy Now ${name}` }).click()
  await page.getByRole('button', { name: 'Confirm purchase' }).click()
  await answerWallet(page, 'Approve')
  await page.getByText('Buying successful').first().waitFor()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** A little above the floor, so that the others do not take it immediately. */
async function list(page: Page, name: string, floor: bigint): Promise<void> {
  const price = (floor * 11n) / 10n / 1_000_000n
  await page.getByRole('button', { name: `List ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: /^List / })
  await dialog
    .getByLabel(/^Price/)
    .first()
    .fill(`${price / 100n}.${String(price % 100n).padStart(2, '0')}`)
  await dialog.getByRole('button', { name: 'List', exact: true }).click()
  await answerWallet(page, 'Approve')
  await page.getByText('Item listed').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
