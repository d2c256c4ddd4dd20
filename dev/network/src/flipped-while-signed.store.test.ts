import { getNetwork } from '@opal/contract/network'
import { getToken } from '@opal/contract/tokens'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { repeatCommand, runs, testSeed } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiFixture, createApiFixture, type Executed, type Trader } from './testing/api-fixture.ts'
import { createDice } from './testing/dice.ts'
import { YEAR_2100 } from './testing/draft-parts.ts'
import { type IssuedCollection, issueV2Tokens } from './testing/issue-tokens.ts'
import { shownCost } from './testing/shown-cost.ts'
import {
  bidOn,
  createTradeActors,
  executeDraft,
  listingOf,
  setScene,
  type TradeActors,
  type Traders,
} from './testing/trade-scenes.ts'

/** Purchases and sales alternate, and so do one marketplace and several: the lengths share no factor, so every pair comes up. */
const BUYING = ['buy', 'buy-many', 'sweep'] as const
const SELLING = ['token offer', 'offers for several tokens', 'collection offer'] as const
const OPEN = contractsOf('local')
  .filter(({ contracts }) => contracts.status === 'active')
  .map(({ adapter }) => adapter.id)
const PLACES = [...OPEN, 'several marketplaces']
const PAIRS = BUYING.length * PLACES.length
/** Signatures of each side, so that every kind is signed twice at every place. A flip comes before the signed transaction, or races it. */
const SIGNED = runs(2 * PAIRS, 200)
const TIMEOUT_MS = 240_000 + SIGNED * 6_000

const dearer = (value: bigint) => value + 1n
/** Changes before the first signatures, by which one of every kind at every place is refused for sure, and then one executed. */
const SURE: readonly ((value: bigint) => bigint)[] = [
  ...Array<typeof dearer>(PAIRS).fill(dearer),
  (value) => value - 1n,
]

const dice = createDice(testSeed)
let fixture: ApiFixture
let artist: Trader
let traders: Traders
let issued: IssuedCollection
let actors: TradeActors

beforeAll(async () => {
  fixture = await createApiFixture()
  const [first, seller, buyer, rival] = fixture.traders
  if (!first || !seller || !buyer || !rival) throw new Error('too few people are there')
  artist = first
  traders = { seller, buyer, rival }
  issued = await issueV2Tokens(fixture, artist, seller, SIGNED * 4)
  const { marketplaces } = await fixture.call(getNetwork, {})
  actors = createTradeActors({ fixture, traders, issued, marketplaces, stepOctas: 100_003n })
}, TIMEOUT_MS)
afterAll(() => fixture?.[Symbol.asyncDispose]())

interface Tally {
  executed: number
  refused: number
  /** Kinds with their places. */
  readonly pairs: Set<string>
}

// @feature trade.price-held
test(
  `over ${SIGNED} purchases signed while their seller flips the price, nothing is lost beyond what was shown`,
  async () => {
    const tally: Tally = { executed: 0, refused: 0, pairs: new Set() }
    for (let nth = 0; nth < SIGNED; nth += 1) {
      const kind = BUYING[nth % BUYING.length] as (typeof BUYING)[number]
      const place = PLACES[nth % PLACES.length] as string
      const { signer, draft, tokenDataId } = await setScene(kind, at(place))
      const shown = await fetchQuote(fixture.call, signer.address, draft)
      const label = `${repeatCommand} ${nth} ${kind} at ${place} ${JSON.stringify(draft)}`
      expect(quoteObstacle(shown), label).toBeNull()
      const price = BigInt(shown.items.find((item) => item.tokenDataId === tokenDataId)?.priceOctas ?? 0)
      const flip = async () => {
        const items = [
          { ...(await listingOf(actors, tokenDataId)), price: String(SURE[nth]?.(price) ?? flipped(price)) },
        ]
        await executeDraft(fixture, traders.seller, { call: 'update-price', body: { items } })
      }
      const { gained, executed } = await signBesides(signer, shown, flip, nth in SURE)
      const most = executed.success ? shownCost(shown) : 0n
      expect(-gained, `${label} ${executed.vmStatus}`).toBeLessThanOrEqual(most)
      if (executed.success && kind !== 'sweep') expect(await ownerOf(tokenDataId), label).toBe(signer.address)
      count(tally, executed, `${kind} at ${place}`)
    }
    expectBoth(tally)
  },
  TIMEOUT_MS,
)

// @feature trade.price-held
test(
  `over ${SIGNED} sales signed while the creator flips the royalty, nothing is lost beyond what was shown`,
  async () => {
    const tally: Tally = { executed: 0, refused: 0, pairs: new Set() }
    for (let nth = 0; nth < SIGNED; nth += 1) {
      const kind = SELLING[nth % SELLING.length] as (typeof SELLING)[number]
      const place = PLACES[nth % PLACES.length] as string
      await issued.setRoyalty(37)
      const { draft, tokens } = await saleOf(kind, at(place))
      const { seller } = traders
      const shown = await fetchQuote(fixture.call, seller.address, draft)
      const label = `${repeatCommand} ${nth} ${kind} at ${place} ${JSON.stringify(draft)}`
      expect(quoteObstacle(shown), label).toBeNull()
      expect(shown.priceGuard, label).toMatch(/^(call|script|aggregator)$/)
      const { gained, executed } = await signBesides(
        seller,
        shown,
        () => issued.setRoyalty(Number(SURE[nth]?.(37n) ?? dice.between(0, 1_000))),
        nth in SURE,
      )
      const least = executed.success ? -shownCost(shown) : 0n
      expect(gained, `${label} ${executed.vmStatus}`).toBeGreaterThanOrEqual(least)
      for (const token of executed.success ? [] : tokens) expect(await ownerOf(token), label).toBe(seller.address)
      count(tally, executed, `${kind} at ${place}`)
    }
    expectBoth(tally)
  },
  TIMEOUT_MS,
)

// @feature list.proceeds-held
test(
  `over ${SIGNED} listings placed and moved while the creator flips the royalty, no sale on our own marketplace brings less than was shown`,
  async () => {
    let [placed, refused] = [0, 0]
    for (let nth = 0; nth < SIGNED; nth += 1) {
      await issued.setRoyalty(37)
      const { seller, buyer } = traders
      const { draft, tokenDataId } = nth % 2 === 0 ? placing(nth % 4 === 0) : await setScene('relist', actors)
      const shown = await fetchQuote(fixture.call, seller.address, draft)
      const label = `${repeatCommand} ${nth} ${JSON.stringify(draft)}`
      expect(quoteObstacle(shown), label).toBeNull()
      const sure = [SURE[0], SURE.at(-1)][nth >> 1]
      const flip = () => issued.setRoyalty(Number(sure?.(37n) ?? dice.between(0, 1_000)))
      const { executed } = await signBesides(seller, shown, flip, sure !== undefined)
      if (!executed.success) {
        refused += 1
        expect(executed.vmStatus, label).toContain('EBRINGS_TOO_LITTLE')
        expect(await ownerOf(tokenDataId), label).toBe(seller.address)
        continue
      }
      placed += 1
      // The listing remembers the royalty: what the creator takes from now on is no more.
      await issued.setRoyalty(1_000)
      const before = await fixture.balanceOf(seller.address)
      await executeDraft(fixture, buyer, { call: 'buy', body: { items: [await listingOf(actors, tokenDataId)] } })
      const received = (await fixture.balanceOf(seller.address)) - before
      expect(received, label).toBeGreaterThanOrEqual(BigInt(shown.split.sellerOctas))
    }
    expect(Math.min(placed, refused), `${placed} placed, ${refused} refused`).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

/** A draft that lists a token on our own marketplace. */
function placing(isOnTerms: boolean): { readonly draft: TradeDraft; readonly tokenDataId: string } {
  const [tokenDataId, price] = [actors.freshToken(), actors.nextPrice()]
  const terms = isOnTerms ? { terms: { expiresAtSeconds: YEAR_2100 } } : {}
  const items = [{ tokenDataId, price, marketplace: nativeMarketplace.id }]
  return { draft: { call: 'list', body: { items, ...terms } }, tokenDataId }
}

/** A draft that sells into bids of the buyer's. */
async function saleOf(kind: (typeof SELLING)[number], here: TradeActors) {
  if (kind !== 'collection offer') {
    const tokens = kind === 'token offer' ? [here.freshToken()] : [here.freshToken(), here.freshToken()]
    for (const token of tokens) await executeDraft(fixture, traders.buyer, bidOn(here, token))
    // A listed token is delisted in the transaction that sells it.
    if (kind === 'token offer' && dice.chance(0.5)) await listAnywhere(tokens[0] ?? '')
    const draft: TradeDraft = {
      call: 'accept-bid',
      body: { items: tokens.map((tokenDataId) => ({ tokenDataId })) },
    }
    return { draft, tokens }
  }
  const tokenDataId = here.freshToken()
  const marketplace = here.nextMarketplace('place-collection-offer')
  const body = { collectionId: here.collectionId, price: '2000000', size: 1, expirationTime: YEAR_2100, marketplace }
  await executeDraft(fixture, traders.buyer, { call: 'collection-bid', body })
  const draft: TradeDraft = { call: 'accept-bid', body: { items: [{ tokenDataId, marketplace }] } }
  return { draft, tokens: [tokenDataId] }
}

/** Has the seller list a token, at one marketplace after the other. */
async function listAnywhere(tokenDataId: string): Promise<void> {
  const items = [{ tokenDataId, price: actors.nextPrice(), marketplace: actors.nextMarketplace('list') }]
  await executeDraft(fixture, traders.seller, { call: 'list', body: { items } })
}

/**
 * Signs what was shown while another trader changes something: before it, or at the same time. A change may only fail because what was
 * signed came first: its listing is gone then.
 * @returns what the signer gained besides gas and what freed storage gave back
 */
async function signBesides(
  signer: Trader,
  { payload }: TradeAnswer,
  change: () => Promise<void>,
  isBefore = dice.chance(0.4),
) {
  if (payload === null) throw new Error('there is nothing to sign')
  const before = await fixture.balanceOf(signer.address)
  const send = () => fixture.send(signer, payload)
  const failed: unknown[] = []
  const racing = () => change().catch((error: unknown) => failed.push(error))
  const [, executed] = isBefore ? [await change(), await send()] : await Promise.all([racing(), send()])
  if (failed.length > 0 && !executed.success) throw failed[0]
  const gained = (await fixture.balanceOf(signer.address)) - before + executed.gasOctas - executed.refundOctas
  return { gained, executed }
}

/** Up by one octa, by some or by all there is, or down. */
function flipped(price: bigint): bigint {
  return dice.one([
    price + 1n,
    price * 2n,
    price * 1_000n,
    price + dice.octas(1n, price),
    price - dice.octas(1n, price / 2n),
  ])
}

async function ownerOf(id: string): Promise<string | undefined> {
  return (await fixture.call(getToken, { params: { id } })).owner?.walletAddress
}

function count(tally: Tally, { success, vmStatus }: Executed, pair: string): void {
  if (success) tally.executed += 1
  else tally.refused += 1
  tally.pairs.add(pair)
  if (!success) expect(vmStatus).toMatch(/abort|Move/i)
}

function expectBoth({ executed, refused, pairs }: Tally): void {
  expect(pairs.size).toBe(PAIRS)
  expect(Math.min(executed, refused), `${executed} executed, ${refused} refused`).toBeGreaterThan(0)
}

function at(place: string): TradeActors {
  return place === 'several marketplaces' ? actors : { ...actors, nextMarketplace: () => place }
}
