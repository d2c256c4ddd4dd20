import type { ApiClient } from '@opal/contract/client'
import { findNamedWallet } from '@opal/contract/names'
import { getNetwork } from '@opal/contract/network'
import { listPendingClaims } from '@opal/contract/portfolio/claims'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { demoAccounts } from '@opal/dev-seeds/accounts/demo-cast'
import { aptosNameOf } from '@opal/dev-seeds/market/seed-market'
import { explainStatus } from '@opal/domain/failures/explain-status'
import { runs, sample } from '@opal/domain/testing/effort/config'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { isSameQuote } from '@opal/web/features/trading/quote/same-quote'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiFixture, createApiFixture, type Trader } from './testing/api-fixture.ts'
import { type IssuedCollection, issueV1Tokens, issueV2Tokens } from './testing/issue-tokens.ts'
import {
  bidOn,
  cancellation,
  createTradeActors,
  executeDraft,
  listingOf,
  type Scene,
  setScene,
  type TradeActors,
  type Traders,
} from './testing/trade-scenes.ts'

const TOKENS = runs(70, 170)
const BUYING = ['buy', 'buy-many', 'sweep'] as const
const LISTED = ['update-price', 'update-terms', 'relist', 'delist'] as const
const ACCEPTING = ['accept-bid', 'accept-many'] as const
const BIDDING = ['token-bid', 'collection-bid'] as const
const EVERY = [...BUYING, ...LISTED, ...ACCEPTING, ...BIDDING, 'list', 'list-many', 'cancel-bid', 'transfer'] as const
type Kind = (typeof EVERY)[number]

let fixture: ApiFixture
let artist: Trader
let traders: Traders
let issued: IssuedCollection
let actors: TradeActors
let dearer: ApiClient
let closed: ApiClient
let royalty = 37
/** Held by the seller. */
const oldTokens = ['Brass Keys #0', 'Brass Keys #1']

beforeAll(async () => {
  fixture = await createApiFixture()
  const [first, seller, buyer, rival] = fixture.traders
  if (!first || !seller || !buyer || !rival) throw new Error('too few people are there')
  artist = first
  traders = { seller, buyer, rival }
  issued = await issueV2Tokens(fixture, artist, seller, TOKENS)
  await issueV1Tokens(fixture, artist, [seller], oldTokens.length)
  const { marketplaces } = await fixture.call(getNetwork, {})
  actors = createTradeActors({ fixture, traders, issued, marketplaces, stepOctas: 1_000_003n })
  const ids = marketplaces.map(({ id }) => id)
  const rate = { numerator: 77n, denominator: 1_000n }
  dearer = await fixture.callWith(Object.fromEntries(ids.map((id) => [id, { commission: rate }])))
  closed = await fixture.callWith(Object.fromEntries(ids.map((id) => [id, { status: 'cancel-only' }])))
}, 240_000)
afterAll(() => fixture?.[Symbol.asyncDispose]())

interface Change {
  readonly of: readonly Kind[]
  /** Makes it happen. @returns the API that is asked afterwards, where that is another. */
  happen(scene: Scene, kind: Kind): Promise<ApiClient | undefined>
}

/** Changes between the quote and the signature, and the trader they affect. */
const CHANGES: Readonly<Record<string, Change>> = {
  'another price': {
    of: [...BUYING, ...LISTED],
    async happen({ tokenDataId }) {
      const items = [{ ...(await listingOf(actors, tokenDataId)), price: actors.nextPrice() }]
      await executeDraft(fixture, traders.seller, { call: 'update-price', body: { items } })
      return undefined
    },
  },
  'taken back': {
    of: [...BUYING, ...LISTED, ...ACCEPTING, 'cancel-bid'],
    async happen({ tokenDataId }, kind) {
      if ((ACCEPTING as readonly string[]).includes(kind) || kind === 'cancel-bid') {
        await executeDraft(fixture, traders.buyer, await cancellation(actors, tokenDataId))
        return undefined
      }
      const items = [await listingOf(actors, tokenDataId)]
      await executeDraft(fixture, traders.seller, { call: 'delist', body: { items } })
      return undefined
    },
  },
  'sold to another': {
    of: [...BUYING, ...LISTED, ...ACCEPTING, 'list', 'list-many', 'transfer'],
    async happen({ tokenDataId }, kind) {
      if ([...BUYING, ...LISTED].some((one) => one === kind)) {
        await executeDraft(fixture, traders.rival, { call: 'buy', body: { items: [{ tokenDataId }] } })
        return undefined
      }
      await executeDraft(fixture, traders.rival, bidOn(actors, tokenDataId))
      await executeDraft(fixture, traders.seller, { call: 'accept-bid', body: { items: [{ tokenDataId }] } })
      return undefined
    },
  },
  moved: {
    of: [...ACCEPTING, 'list', 'list-many', 'transfer'],
    async happen({ tokenDataId }) {
      const body = { toAddress: traders.rival.address, items: [{ tokenDataId }] }
      await executeDraft(fixture, traders.seller, { call: 'transfer', body })
      return undefined
    },
  },
  'another fee': { of: [...ACCEPTING, 'list', 'list-many', 'update-price', 'relist'], happen: async () => dearer },
  'another royalty': {
    of: [...BUYING, ...ACCEPTING, 'list', 'list-many', 'update-price', 'relist'],
    async happen() {
      royalty += 1
      await issued.setRoyalty(royalty)
      return undefined
    },
  },
  'a little spent': {
    of: EVERY,
    async happen({ signer }) {
      await pay(signer, artist, 1n)
      return undefined
    },
  },
  'the balance gone': {
    of: [...BUYING, ...BIDDING],
    async happen({ signer }) {
      await pay(signer, artist, (await fixture.balanceOf(signer.address)) - 1_000_000n)
      return undefined
    },
  },
  'the marketplace closed': {
    of: [...BUYING, ...BIDDING, 'list', 'list-many', 'update-price', 'relist'],
    happen: async () => closed,
  },
}

/** Each change, and each kind of trade several times. */
const PAIRS = Object.entries(CHANGES).flatMap(([change, { of }], index) =>
  sample(of, Math.ceil(of.length / 4), index).map((kind) => [kind, change] as const),
)

// @feature trade.checked-twice
test.each(PAIRS)('refuses %s when in between %s', async (kind, change) => {
  const scene = await setScene(kind, actors)
  const { signer, draft } = scene
  const shown = await fetchQuote(fixture.call, signer.address, draft)
  expect(quoteObstacle(shown)).toBeNull()
  // Without a change, nothing stops the trade.
  expect(isSameQuote(shown, await fetchQuote(fixture.call, signer.address, draft))).toBe(true)
  const before = await fixture.balanceOf(signer.address)
  const call = (await CHANGES[change]?.happen(scene, kind)) ?? fixture.call
  const now = await fetchQuote(call, signer.address, draft)
  const isStopped = quoteObstacle(now) !== null || !isSameQuote(shown, now)
  expect(isStopped, JSON.stringify({ draft, shown, now })).toBe(true)
  const lost = before - (await fixture.balanceOf(signer.address))
  if (change === 'the balance gone') await pay(artist, signer, lost)
})

const OPEN = contractsOf('local').filter(({ contracts }) => contracts.status === 'active')
/** Each marketplace by itself, and all of them in turn. */
const PLACES = [...OPEN.map(({ adapter }) => adapter.id), 'several marketplaces']
const combine = <One extends Kind>(kinds: readonly One[]) =>
  kinds.flatMap((kind) => PLACES.map((place) => [kind, place] as const))
const guardAt = (place: string) =>
  OPEN.find(({ adapter }) => adapter.id === place)?.adapter.isNative ? 'call' : 'script'
const at = (place: string): TradeActors =>
  place === 'several marketplaces' ? actors : { ...actors, nextMarketplace: () => place }

// @feature trade.price-held
test.each(sample(combine(BUYING), 5))(
  'aborts %s at %s when the seller raised the price by one octa before execution: only gas is paid',
  async (kind, place) => {
    const { signer, draft, tokenDataId } = await setScene(kind, at(place))
    const shown = await fetchQuote(fixture.call, signer.address, draft)
    if (kind === 'buy' && place !== 'several marketplaces') expect(shown.priceGuard).toBe(guardAt(place))
    expect(shown.priceGuard).toMatch(/^(call|script|aggregator)$/)
    const price = shown.items.find((item) => item.tokenDataId === tokenDataId)?.priceOctas
    const items = [{ ...(await listingOf(actors, tokenDataId)), price: String(BigInt(price ?? 0) + 1n) }]
    await executeDraft(fixture, traders.seller, { call: 'update-price', body: { items } })
    await expectOnlyGas(signer, shown)
  },
)

// @feature trade.price-held
test.each(sample(combine(ACCEPTING), 3))(
  'aborts %s at %s when the creator raised the royalty before execution: nothing is sold',
  async (kind, place) => {
    const { signer, draft } = await setScene(kind, at(place))
    const shown = await fetchQuote(fixture.call, signer.address, draft)
    expect(shown.priceGuard).toMatch(/^(call|script|aggregator)$/)
    royalty += 1
    await issued.setRoyalty(royalty)
    await expectOnlyGas(signer, shown)
  },
)

/** Signs what was shown all the same: the chain refuses it because of the price, and takes nothing but gas. */
async function expectOnlyGas(signer: Trader, { payload }: TradeAnswer): Promise<void> {
  if (payload === null) throw new Error('there is nothing to sign')
  const before = await fixture.balanceOf(signer.address)
  const { success, vmStatus, gasOctas } = await fixture.send(signer, payload)
  expect([success, explainStatus(vmStatus, 'listing')?.kind], vmStatus).toEqual([false, 'price-changed'])
  expect(before - (await fixture.balanceOf(signer.address))).toBe(gasOctas)
}

// @feature trade.payload-checked
test('refuses a response about another token, by its order or its script', async () => {
  const { signer, draft, tokenDataId } = await setScene('buy', actors)
  const other = await setScene('buy', actors)
  const honest = await fetchQuote(fixture.call, signer.address, draft)
  expect(await fixture.check(draft, honest, signer.address)).toBeNull()
  // The person named no listing: only a simulation tells for which token this one is.
  const asked: TradeDraft = { call: 'buy', body: { items: [{ tokenDataId }] } }
  const theirs = await fetchQuote(fixture.call, signer.address, other.draft)
  const lie = { ...theirs, items: theirs.items.map((item) => ({ ...item, tokenDataId })) }
  expect(await fixture.check(asked, lie, signer.address)).toContain('an order for another token')
  const [one, two] = [await setScene('list-many', actors), await setScene('list-many', actors)]
  const [mine, swapped] = [
    await fetchQuote(fixture.call, one.signer.address, one.draft),
    await fetchQuote(fixture.call, two.signer.address, two.draft),
  ]
  expect(mine.payload).toMatchObject({ type: 'script' })
  expect(await fixture.check(one.draft, mine, one.signer.address)).toBeNull()
  const script = { ...mine, payload: swapped.payload }
  expect(await fixture.check(one.draft, script, one.signer.address)).toContain('a different transaction')
})

// @feature trade.payload-checked
test('transfers to a name at the address on chain, whatever the API returns', async () => {
  const { signer, draft } = await setScene('transfer', actors)
  if (draft.call !== 'transfer') throw new Error('that is no transfer')
  const name = `${aptosNameOf(demoAccounts()[RIVAL]?.name ?? '')}.apt`
  const { walletAddress } = await fixture.call(findNamedWallet, { params: { name } })
  expect(walletAddress).toBe(traders.rival.address)
  const named = { ...draft, toName: name }
  const honest = await fetchQuote(fixture.call, signer.address, named)
  expect(await fixture.check(named, honest, signer.address)).toBeNull()
  // An API that leads the name to its own wallet answers all of it consistently.
  const stolen = { ...named, body: { ...draft.body, toAddress: artist.address } }
  const answer = await fetchQuote(fixture.call, signer.address, stolen)
  expect(await fixture.check(stolen, answer, signer.address)).toContain(`other than the one ${name} points to`)
})

// @feature trade.checked-twice
test.each(['claimed already', 'a little spent'])('refuses a claim when in between %s', async (change) => {
  const { buyer } = traders
  const draft = await offered()
  const shown = await fetchQuote(fixture.call, buyer.address, draft)
  expect(quoteObstacle(shown)).toBeNull()
  expect(isSameQuote(shown, await fetchQuote(fixture.call, buyer.address, draft))).toBe(true)
  if (change === 'a little spent') await pay(buyer, artist, 1n)
  else await executeDraft(fixture, buyer, draft)
  const now = await fetchQuote(fixture.call, buyer.address, draft)
  expect(quoteObstacle(now) !== null || !isSameQuote(shown, now)).toBe(true)
})

/** Index of the rival among the traders. */
const RIVAL = 3

const OLD = 'Brass Keys'

/** A token of the older standard that was set aside for the buyer. */
async function offered(): Promise<TradeDraft> {
  const { seller, buyer } = traders
  const token = oldTokens.pop()
  if (token === undefined) throw new Error('too few old tokens were minted')
  const { success, vmStatus } = await fixture.send(seller, {
    function: '0x3::token_transfers::offer_script',
    typeArguments: [],
    functionArguments: [buyer.address, artist.address, OLD, token, '0', '1'],
  })
  if (!success) throw new Error(vmStatus)
  const { data } = await fixture.call(listPendingClaims, { params: { wallet: buyer.address } })
  const claim = data.find(({ name }) => name === token)
  if (claim === undefined) throw new Error(`${token} is not to be claimed`)
  const { token_data_id: tokenDataId, from_address: fromAddress, property_version: propertyVersion } = claim
  return { call: 'claim', body: { tokenDataId, fromAddress, propertyVersion } }
}

async function pay(from: Trader, to: Trader, octas: bigint): Promise<void> {
  const { success, vmStatus } = await fixture.send(from, {
    function: '0x1::aptos_account::transfer',
    typeArguments: [],
    functionArguments: [to.address, String(octas)],
  })
  if (!success) throw new Error(vmStatus)
}
