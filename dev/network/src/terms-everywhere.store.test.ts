import { getCollection } from '@opal/contract/collections'
import { getAttribute } from '@opal/contract/collections/traits'
import { listStaleOrders } from '@opal/contract/order-health'
import { listMyTokens } from '@opal/contract/portfolio'
import { getToken, listCollectionTokens } from '@opal/contract/tokens'
import { getFloorListing } from '@opal/contract/tokens/listings'
import { buildBuy, buildSweep } from '@opal/contract/trading/buying'
import { type TermsInput, toListingTerms } from '@opal/contract/trading/selling'
import { type Address, parseAddress } from '@opal/domain/address'
import { repeatCommand, runs, testSeed } from '@opal/domain/testing/effort/config'
import { askedAt, isOver, isPublic, type TermedListing } from '@opal/store/ingest/testing/reference-terms'
import { planOrder } from '@opal/web/features/trading/bidding/sets/plan-order'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiFixture, createOperatedFixture, type Trader } from './testing/api-fixture.ts'
import { createDice } from './testing/dice.ts'
import { APT, LEAST_PRICE } from './testing/draft-parts.ts'
import { type IssuedCollection, issueV2Tokens, TRAIT } from './testing/issue-tokens.ts'
import { randomTerms } from './testing/random-terms.ts'

const STEPS = runs(16, 150)
const TOKENS = 6
const TIMEOUT_MS = 120_000 + STEPS * 5_000
const MAX_PASSED_SECONDS = 90_000

const dice = createDice(testSeed)
let fixture: ApiFixture
let seller: Trader
let buyers: readonly Trader[]
let issued: IssuedCollection
/** Open listings by token. */
const book = new Map<string, TermedListing>()

beforeAll(async () => {
  fixture = await createOperatedFixture()
  const [artist, first, ...others] = fixture.traders
  if (artist === undefined || first === undefined) throw new Error('the fixture has too few traders')
  ;[seller, buyers] = [first, [artist, ...others]]
  issued = await issueV2Tokens(fixture, artist, seller, TOKENS)
}, TIMEOUT_MS)
afterAll(() => fixture?.[Symbol.asyncDispose]())

// @feature orders.terms, list.edit-terms
test(
  `over ${STEPS} listings, edits and passed times, every place that shows prices has the listings that can be bought, at their prices of now`,
  async () => {
    let [expired, reserved, fallen] = [0, 0, 0]
    for (let step = 0; step < STEPS; step += 1) {
      const context = `${repeatCommand} step ${step}: ${await change()}`
      const nowMicros = fixture.nowSeconds() * 1_000_000n
      const listings = [...book.values()]
      await expectPublic(nowMicros, context)
      for (const buyer of buyers) await expectOffered(buyer, nowMicros, context)
      await expectOwn(nowMicros, context)
      expired += listings.filter((one) => isOver(one, nowMicros)).length
      reserved += listings.filter(({ terms }) => terms?.reservedFor != null).length
      fallen += listings.filter((one) => isPublic(one, nowMicros) && askedAt(one, nowMicros) < one.price).length
    }
    expect(Math.min(expired, reserved, fallen), JSON.stringify({ expired, reserved, fallen })).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

/** Lists, edits or delists a token, or lets time pass. @returns what it did. */
async function change(): Promise<string> {
  if (dice.chance(0.3)) {
    const seconds = BigInt(dice.between(1, MAX_PASSED_SECONDS))
    await fixture.advance(seconds)
    return `${seconds} seconds pass`
  }
  const tokenDataId = dice.one(issued.tokenDataIds)
  const listed = book.get(tokenDataId)
  const price = dice.octas(LEAST_PRICE * 2n, APT)
  const draft = draftOf(tokenDataId, listed, price)
  const { payload } = await sendable(draft)
  expect((await fixture.send(seller, payload)).success).toBe(true)
  if (draft.call === 'delist') book.delete(tokenDataId)
  else {
    const { terms } = draft.body
    const stored = terms === undefined ? (listed?.terms ?? null) : toListingTerms(terms)
    const { listings } = await fixture.call(getToken, { params: { id: tokenDataId } })
    book.set(tokenDataId, {
      id: parseAddress(listings[0]?.listingId ?? ''),
      seller: seller.address,
      price,
      // A price alone ends a fall.
      terms: terms === undefined && stored !== null ? { ...stored, fall: null } : stored,
    })
  }
  return JSON.stringify(draft)
}

type ChosenDraft = Extract<TradeDraft, { readonly call: 'list' | 'update-price' | 'delist' }>

function draftOf(tokenDataId: string, listed: TermedListing | undefined, priceOctas: bigint): ChosenDraft {
  const price = String(priceOctas)
  const nowSeconds = fixture.nowSeconds()
  const others = buyers.map(({ address }) => address)
  const terms = (): TermsInput =>
    randomTerms({ call: fixture.call, dice, wallet: seller.address, others, nowSeconds }, [{ price }])
  if (listed === undefined) {
    const items = [{ tokenDataId, propertyVersion: '0', price }]
    return { call: 'list', body: { items, ...(dice.chance(0.8) && { terms: terms() }) } }
  }
  if (dice.chance(0.2)) return { call: 'delist', body: { items: [{ tokenDataId }] } }
  const isExpired = isOver(listed, nowSeconds * 1_000_000n)
  const replaced = isExpired || dice.chance(0.7) ? { terms: dice.chance(0.2) ? {} : terms() } : {}
  // What a price alone brings may be less than the terms want.
  const hasLeast = (listed.terms?.leastOctas ?? 0n) > 0n
  const body = { items: [{ tokenDataId, price }], ...(hasLeast ? { terms: terms() } : replaced) }
  return { call: 'update-price', body }
}

async function sendable(draft: TradeDraft) {
  const answer = await fetchQuote(fixture.call, seller.address, draft)
  expect(quoteObstacle(answer), JSON.stringify(draft)).toBeNull()
  if (answer.payload === null) throw new Error(JSON.stringify(answer))
  expect(await fixture.check(draft, answer, seller.address)).toBeNull()
  return { payload: answer.payload }
}

/** Returns what anyone can buy, the cheapest first. */
function offered(nowMicros: bigint, trait?: string) {
  return [...book]
    .filter(([id, one]) => isPublic(one, nowMicros) && (trait === undefined || issued.traitOf.get(id) === trait))
    .map(([tokenDataId, one]) => ({ tokenDataId, price: askedAt(one, nowMicros) }))
    .sort((a, b) => Number(a.price - b.price) || (a.tokenDataId < b.tokenDataId ? -1 : 1))
}

const text = (octas: bigint | undefined) => (octas === undefined ? null : String(octas))

/** Floors, the number of listings and lists of items. */
async function expectPublic(nowMicros: bigint, context: string): Promise<void> {
  const { call } = fixture
  const { collectionId: id } = issued
  const all = offered(nowMicros)
  expect(await call(getCollection, { params: { id } }), context).toMatchObject({
    floorPrice: text(all[0]?.price),
    listedCount: all.length,
  })
  expect((await call(getFloorListing, { params: { id }, query: {} })).floorPrice, context).toBe(text(all[0]?.price))
  const own = await call(getFloorListing, { params: { id }, query: { walletAddress: seller.address } })
  expect(own.floorPrice, context).toBeNull()
  const sorted = { nftType: 'LISTED', sort: 'price_asc', limit: 50 } as const
  for (const trait of [undefined, 'Oak', 'Tin']) {
    const attributes = trait === undefined ? {} : { attributes: JSON.stringify([{ trait_type: TRAIT, value: trait }]) }
    const { data } = await call(listCollectionTokens, { params: { id }, query: { ...sorted, ...attributes } })
    const shown = data.map(({ tokenDataId, listedPrice }) => ({ tokenDataId, price: BigInt(listedPrice ?? 0) }))
    expect(shown, context).toEqual(offered(nowMicros, trait))
    if (trait === undefined) continue
    const { floorPrice: traitFloor } = await call(getAttribute, { params: { id, name: TRAIT, value: trait } })
    expect(traitFloor, `${context} ${trait}`).toBe(text(offered(nowMicros, trait)[0]?.price))
  }
}

/** The sweep plan, the cart's quote and the preview of an order, for a wallet. */
async function expectOffered(buyer: Trader, nowMicros: bigint, context: string): Promise<void> {
  const { call } = fixture
  const walletAddress = buyer.address
  const all = offered(nowMicros)
  const count = dice.between(1, TOKENS)
  const { collectionId } = issued
  const sweep = await call(buildSweep, { body: { walletAddress, collectionId, count } })
  const swept = sweep.items.filter(({ reason }) => reason === null)
  const cheapest = all.slice(0, count)
  expect(swept.map(({ tokenDataId, priceOctas }) => [tokenDataId, priceOctas]).sort(), context).toEqual(
    cheapest.map(({ tokenDataId, price }) => [tokenDataId, String(price)]).sort(),
  )
  if (count > 0 && all.length > 0) expect(quoteObstacle(sweep), context).toBeNull()
  expect(
    sweep.curve.map(({ costOctas }) => BigInt(costOctas)),
    context,
  ).toEqual(all.map((_, at) => all.slice(0, at + 1).reduce((sum, { price }) => sum + price, 0n)))
  const plan = planOrder(
    all.map(({ price }) => price),
    APT,
    APT * 2n,
  )
  const order = { walletAddress, collectionId, maxPrice: String(APT), budget: String(APT * 2n) }
  if (plan.buys > 0) {
    const { items } = await call(buildSweep, { body: { ...order, count: plan.buys } })
    const cost = items.reduce((sum, { priceOctas }) => sum + BigInt(priceOctas ?? 0), 0n)
    expect([items.length, cost], context).toEqual([plan.buys, plan.costOctas])
  }
  if (book.size === 0) return
  const items = [...book.keys()].map((tokenDataId) => ({ tokenDataId }))
  const cart = await call(buildBuy, { body: { walletAddress, items, bestEffort: true } })
  const quoted = cart.items.map(({ tokenDataId, priceOctas, reason }) => [tokenDataId, priceOctas, codeOf(reason)])
  expect(quoted, context).toEqual(
    [...book].map(([tokenDataId, one]) => [
      tokenDataId,
      String(priceOf(one, nowMicros)),
      refusalOf(one, walletAddress, nowMicros),
    ]),
  )
}

/** The seller's portfolio and stale orders. */
async function expectOwn(nowMicros: bigint, context: string): Promise<void> {
  const { call } = fixture
  const { address: walletAddress } = seller
  const { data } = await call(listMyTokens, { query: { walletAddress, limit: 100 } })
  const shown = data.flatMap(({ ownListings }) => ownListings.map((one) => [one.tokenDataId, one.price, one.validity]))
  const expected = [...book].map(([tokenDataId, one]) => [
    tokenDataId,
    String(priceOf(one, nowMicros)),
    isOver(one, nowMicros) ? 'expired' : one.terms?.reservedFor == null ? 'valid' : 'reserved',
  ])
  expect(shown.sort(), context).toEqual(expected.sort())
  const { data: stale } = await call(listStaleOrders, { params: { wallet: walletAddress } })
  const ended = stale.filter(({ issues }) => issues.some(({ code }) => code === 'expired'))
  const over = [...book.values()].filter((one) => isOver(one, nowMicros)).map(({ id }) => id)
  expect(ended.map(({ orderId }) => orderId).sort(), context).toEqual(over.sort())
}

/** Returns the price of a listing now; an expired one stays at its last. */
function priceOf(one: TermedListing, nowMicros: bigint): bigint {
  const end = one.terms?.expiresAtSeconds ?? null
  return askedAt(one, end !== null && isOver(one, nowMicros) ? end * 1_000_000n : nowMicros)
}

function refusalOf(one: TermedListing, wallet: Address, nowMicros: bigint): string | null {
  if (isOver(one, nowMicros)) return 'listing-expired'
  const { reservedFor = null } = one.terms ?? {}
  return reservedFor === null || reservedFor === wallet ? null : 'listing-reserved'
}

function codeOf(reason: { readonly code: string } | null): string | null {
  return reason?.code ?? null
}
