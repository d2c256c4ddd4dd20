import { createNodeClient } from '@opal/chain/rest/node-client'
import type { ApiClient } from '@opal/contract/client'
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { isLong, repeatCommand, runs, sample } from '@opal/domain/testing/effort/config'
import type * as packages from '@opal/marketplaces/aggregator/contracts'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { MARKETPLACES, nativeMarketplace } from '@opal/marketplaces/registry'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ApiFixture } from './testing/api-fixture.ts'
import {
  ACTIONS,
  type Action,
  draftFor,
  type Manner,
  otherDrafts,
  signerOf,
  tradedOf,
} from './testing/crossed-drafts.ts'
import {
  type CrossedMarket,
  type CrossedScene,
  createCrossedMarket,
  heldBy,
  MOST_CELLS,
} from './testing/crossed-market.ts'
import { type Cell, CROSSINGS, cells } from './testing/crossed-orders.ts'
import { LIES, type Lie, type LieKind, liesAbout } from './testing/lies/lying-answers.ts'
import { shownCost } from './testing/shown-cost.ts'
import { executeDraft } from './testing/trade-scenes.ts'

/** Where it is not, what several marketplaces are needed for is a script, or several transactions. */
const aggregator = vi.hoisted(() => ({ isPublished: true }))
vi.mock('@opal/marketplaces/aggregator/contracts', async (importOriginal) => {
  const module = await importOriginal<typeof packages>()
  const where: typeof module.aggregatorOn = (...on) => (aggregator.isPublished ? module.aggregatorOn(...on) : null)
  return { ...module, aggregatorOn: where }
})

/** A draft, the market that it meets, and what happens before it is signed. */
interface Crossed {
  readonly action: Action
  readonly cells: readonly Cell[]
  readonly isPublished: boolean
  readonly manner: Manner
  /** The other side raises a price, or the royalty. */
  readonly isFlipped: boolean
}
const drafts: fc.Arbitrary<Crossed> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  cells: fc.array(cells, { minLength: 1, maxLength: MOST_CELLS }),
  isPublished: fc.boolean(),
  manner: fc.record({ isNamed: fc.boolean(), isBestEffort: fc.boolean() }),
  isFlipped: fc.boolean(),
})

const OURS = nativeMarketplace.id
/** Its listings of v1 tokens are no objects. */
const GOES_BY_TOKEN =
  MARKETPLACES.find(({ aggregatorSupport }) => aggregatorSupport?.namesV1ListingsBy === 'token')?.id ?? null

/** Sales at the crossings, each other action, and orders whose names fit each other's calls not at all. */
const EXAMPLES: readonly Crossed[] = [
  ...sample(CROSSINGS, 5).map((crossing, nth) => exampleOf('accept-bid', nth, [{ ...crossing, price: 300_000_001n }])),
  ...ACTIONS.filter((action) => action !== 'accept-bid').map((action, nth) => {
    // Of several, those of others cannot be taken back at once.
    const places = action === 'delist' ? [nth * 29] : [nth * 29, nth * 29 + 13]
    const crossings = places.map((at) => CROSSINGS[at % CROSSINGS.length] as (typeof CROSSINGS)[number])
    const priced = crossings.map((crossing, at) => ({ ...crossing, price: 100_000n + BigInt(at) * 123_456_789n }))
    return exampleOf(action, nth, priced)
  }),
  exampleOf('relist', 0, [
    { holding: 'v1-several', listedOn: GOES_BY_TOKEN, bid: { marketplace: OURS, on: 'collection' }, price: 9_000_000n },
    { holding: 'v2', listedOn: OURS, bid: { marketplace: OURS, on: 'token' }, price: 7_000_000n },
  ]),
]

function exampleOf(action: Action, nth: number, cells: readonly Cell[]): Crossed {
  const manner = { isNamed: nth % 3 !== 0, isBestEffort: nth % 4 === 0 }
  return { action, cells, isPublished: nth % 2 === 0, manner, isFlipped: nth % 2 === 1 }
}

const SCENES = EXAMPLES.length + runs(3, 150)
const TIMEOUT_MS = 120_000 + SCENES * 5_000
/** More than any order costs: what a liar claims, the page has to refuse. */
const ANY_FEE = 10n ** 12n
/** Per thousand, before and after the creator raises it. */
const ROYALTIES = [37, 500] as const

let market: CrossedMarket
let fixture: ApiFixture
/** The API of a network with the aggregator, and of one without. */
let apis: Readonly<Record<'with' | 'without', ApiClient>>
const tally = {
  signed: new Set<Action>(),
  guards: new Set<string | null>(),
  refused: new Set<LieKind>(),
  flipped: { executed: 0, aborted: 0 },
}

beforeAll(async () => {
  market = await createCrossedMarket(SCENES)
  fixture = market.fixture
  aggregator.isPublished = false
  apis = { with: fixture.call, without: await fixture.callWith({}) }
}, TIMEOUT_MS)
afterAll(() => market?.[Symbol.asyncDispose]())

// @feature trade.payload-checked, trade.price-held
test(
  `over ${SCENES} drafts about any orders of any marketplaces, the page accepts what the API builds, refuses whatever else it answers, and shows what the chain does`,
  async () => {
    const property = fc.asyncProperty(drafts, (crossed) => play(crossed))
    const examples = EXAMPLES.map((example): [Crossed] => [example])
    // What is played again is another scene of the same market.
    await fc.assert(property, { numRuns: SCENES, examples, endOnFailure: true })
    expect([...tally.signed].sort()).toEqual([...ACTIONS].sort())
    expect([...tally.refused].sort()).toEqual([...LIES].sort())
    expect([...tally.guards]).toEqual(expect.arrayContaining(['call', 'script', 'aggregator']))
    expect([...tally.guards]).not.toContain('none')
    expect(tally.flipped.aborted).toBeGreaterThan(0)
    if (isLong) expect(tally.flipped.executed).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

async function play(crossed: Crossed): Promise<void> {
  const { action, isPublished, manner } = crossed
  const label = `${repeatCommand} ${JSON.stringify(crossed, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`
  const scene = await market.lay(crossed.cells.map(fittingTo(action)), action !== 'list')
  aggregator.isPublished = isPublished
  const signer = signerOf(action, scene)
  const ask = (draft: TradeDraft) => fetchQuote(apis[isPublished ? 'with' : 'without'], signer.address, draft)
  const draft = draftFor(action, scene.pieces, manner)
  const honest = await ask(draft)
  const obstacle = quoteObstacle(honest)
  if (obstacle !== null) {
    // Closed to purchases, or taken back one at a time: nothing can be signed.
    expect([action, obstacle], label).toEqual(expectedObstacle(action))
    return
  }
  expect(await fixture.check(draft, honest, signer.address), label).toBeNull()
  const lies = await liesAbout({
    draft,
    honest,
    signer: signer.address,
    stranger: market.stranger.address,
    place: {
      marketplaces: contractsOf('local'),
      aggregator: aggregatorOn('local'),
      canCompose: true,
      placingFeeOctas: ANY_FEE,
    },
    moduleOf: (moduleId) => createNodeClient({ nodeUrl: fixture.nodeUrl }).module(moduleId),
    twin: await ask(draftFor(action, scene.twins, manner)),
    others: await Promise.all(otherDrafts(action, scene, market.stranger.address).map(ask)),
  })
  for (const lie of lies) {
    expectRefused(await fixture.check(draft, lie.answer, signer.address), lie, `${label} ${JSON.stringify(honest)}`)
    tally.refused.add(lie.kind)
  }
  await execute(crossed, scene, honest, label)
  tally.signed.add(action)
  tally.guards.add(honest.priceGuard)
}

/** Returns the cells that an action needs: a token that is sold into a bid, or listed first, need not be listed. */
function fittingTo(action: Action): (cell: Cell) => Cell {
  const isFree = action === 'accept-bid' || action === 'list'
  return (cell) => ({ ...cell, listedOn: isFree ? cell.listedOn : (cell.listedOn ?? OURS) })
}

function expectedObstacle(action: Action) {
  if (action === 'delist') return [action, 'Please Delist one nft at a time']
  return [expect.stringMatching(/^(buy|list|update-price)$/), expect.stringMatching(/ is closed to these trades\.$/)]
}

function expectRefused(refusal: string | null, { kind, answer }: Lie, label: string): void {
  const isRefused = /^The server prepared .+ Your wallet was not asked, and nothing was moved\.$/
  expect(refusal ?? 'accepted', `${kind} ${label} ${JSON.stringify(answer)}`).toMatch(isRefused)
}

/** Signs what was shown, also after the other side made it dearer, and holds what the chain did against it. */
async function execute(crossed: Crossed, scene: CrossedScene, shown: TradeAnswer, label: string): Promise<void> {
  const { action } = crossed
  const { payload, priceGuard } = shown
  if (payload === null) throw new Error('there is nothing to sign')
  const signer = signerOf(action, scene)
  const isHeld = priceGuard !== null && priceGuard !== 'none'
  const isFlipped = crossed.isFlipped && isHeld && (await flip(action, scene, shown))
  const [before, held] = await Promise.all([fixture.balanceOf(signer.address), heldBy(fixture, signer)])
  const { success, vmStatus, gasOctas, refundOctas } = await fixture.send(signer, payload)
  const lost = before - (await fixture.balanceOf(signer.address)) - gasOctas + refundOctas
  if (isFlipped && action === 'accept-bid') await market.issued.setRoyalty(ROYALTIES[0])
  if (isFlipped) tally.flipped[success ? 'executed' : 'aborted'] += 1
  else expect(vmStatus, label).toBe('Executed successfully')
  expect(lost, `${label} ${vmStatus}`).toBeLessThanOrEqual(success ? shownCost(shown) : 0n)
  const isPartial = isFlipped && crossed.manner.isBestEffort
  if (!success || isPartial) return
  const after = await heldBy(fixture, signer)
  for (const item of tradedOf(shown)) expectDone(action, item, held, after, label)
}

/** Raises the price of the first item, or the royalty. @returns whether it could */
async function flip(action: Action, { seller }: CrossedScene, shown: TradeAnswer): Promise<boolean> {
  if (action === 'accept-bid') {
    await market.issued.setRoyalty(ROYALTIES[1])
    return true
  }
  const [first] = tradedOf(shown)
  // A sweep may have found what another scene left.
  if (first?.tokenDataId == null || first.listing?.seller !== seller.address) return false
  const { marketplace, listingId, priceOctas } = first.listing
  const items = [{ tokenDataId: first.tokenDataId, marketplace, listingId, price: String(BigInt(priceOctas) * 10n) }]
  await executeDraft(fixture, seller, { call: 'update-price', body: { items } })
  return true
}

type Held = Awaited<ReturnType<typeof heldBy>>
const GAINED: Readonly<Partial<Record<Action, number>>> = { buy: 1, sweep: 1, 'accept-bid': -1 }

/** Expects an item to be held and listed as the draft wants it. */
function expectDone(action: Action, item: TradeItem, before: Held, after: Held, label: string): void {
  const version = item.listing?.propertyVersion ?? item.names?.propertyVersion ?? '0'
  const rowIn = (rows: Held) =>
    rows.find((row) => row.tokenDataId === item.tokenDataId && row.propertyVersion === version)
  const [was, is] = [rowIn(before), rowIn(after)]
  expect(Number(is?.held ?? 0) - Number(was?.held ?? 0), label).toBe(GAINED[action] ?? 0)
  const open = is?.ownListings ?? []
  const placed = { marketplace: action === 'relist' ? OURS : item.marketplace, price: item.priceOctas }
  if (action === 'list' || action === 'update-price' || action === 'relist')
    expect(open, label).toContainEqual(expect.objectContaining(placed))
  if (action === 'delist') expect(open.length, label).toBe((was?.ownListings.length ?? 0) - 1)
}
