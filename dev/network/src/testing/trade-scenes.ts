import { listUserBids } from '@opal/contract/bids'
import type { MarketplaceInfo } from '@opal/contract/network'
import { getToken } from '@opal/contract/tokens'
import type { WirePayload } from '@opal/contract/trading/trade'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import type { ApiFixture, Trader } from './api-fixture.ts'
import { YEAR_2100 } from './draft-parts.ts'
import type { DraftKind } from './random-drafts.ts'

/** Traders of the scenes. */
export interface Traders {
  readonly seller: Trader
  readonly buyer: Trader
  readonly rival: Trader
}

/** A dialog that is filled in, and what it is about. */
export interface Scene {
  readonly signer: Trader
  readonly draft: TradeDraft
  /** Id of its first token; empty for a bid on any. */
  readonly tokenDataId: string
}

export interface TradeActors {
  readonly fixture: ApiFixture
  readonly traders: Traders
  readonly collectionId: string
  /** Returns a token of the seller that no scene has used yet. */
  freshToken(): string
  /** Returns octas, each lower than all before: what is listed last is the floor. */
  nextPrice(): string
  /** Returns one of the marketplaces that do this, in turn. */
  nextMarketplace(ability: string): string
}

/** Options of {@link createTradeActors}. */
export interface TradeActorsOptions extends Pick<TradeActors, 'fixture' | 'traders'> {
  readonly issued: { readonly collectionId: string; readonly tokenDataIds: readonly string[] }
  readonly marketplaces: readonly MarketplaceInfo[]
  /** Octas by which each price is lower than the one before. */
  readonly stepOctas: bigint
}

/** Creates actors that use each token once, fall in price, and take turns at the marketplaces. */
export function createTradeActors({
  fixture,
  traders,
  issued,
  marketplaces,
  stepOctas,
}: TradeActorsOptions): TradeActors {
  const tokens = [...issued.tokenDataIds]
  let price = 500_000_000n
  let turn = 0
  return {
    fixture,
    traders,
    collectionId: issued.collectionId,
    freshToken() {
      const token = tokens.pop()
      if (token === undefined) throw new Error('too few tokens were minted')
      return token
    },
    nextPrice() {
      price -= stepOctas
      return String(price)
    },
    nextMarketplace(ability) {
      const able = marketplaces.filter(({ status, abilities }) => status === 'active' && abilities.includes(ability))
      turn += 1
      const marketplace = able[turn % able.length]
      if (marketplace === undefined) throw new Error(`no marketplace supports ${ability}`)
      return marketplace.id
    },
  }
}

const A_CENT = '1000000'

/**
 * Executes a trade as the dialog would, to the end.
 * @throws Error where it is impossible.
 */
export async function executeDraft(fixture: ApiFixture, by: Trader, draft: TradeDraft): Promise<void> {
  const answer = await fetchQuote(fixture.call, by.address, draft)
  const obstacle = quoteObstacle(answer)
  if (obstacle !== null || answer.payload === null) throw new Error(`${draft.call}: ${obstacle}`)
  const { success, vmStatus } = await fixture.send(by, answer.payload as WirePayload)
  if (!success) throw new Error(`${draft.call}: ${vmStatus}`)
}

/**
 * The trades that have a scene. Claims are of the older standard and have none, nor have bids that a pool pays, its moves, sales
 * of several items as an exit plans them, and other listings on terms than those that are edited.
 */
export type SceneKind = Exclude<
  DraftKind,
  | ('claim' | 'set-bid' | 'accept-set-bid' | 'accept-pool-bid' | 'exit-sale' | 'list-on-terms' | 'buy-on-terms')
  | (`pool-${string}` | `order-${string}`)
>

/** Puts on everything that a kind of trade needs, and fills its dialog in. */
export async function setScene(kind: SceneKind, actors: TradeActors): Promise<Scene> {
  const { fixture, traders, collectionId } = actors
  const { seller, buyer, rival } = traders
  switch (kind) {
    case 'buy':
    case 'buy-many': {
      const items = [await listed(actors, 'list')]
      if (kind === 'buy-many') items.push(await listed(actors, 'list'))
      const body = { items: items.map(({ price, ...ref }) => ({ ...ref, maxPrice: price })) }
      return { signer: buyer, draft: { call: 'buy', body }, tokenDataId: items[0]?.tokenDataId ?? '' }
    }
    case 'sweep': {
      const { tokenDataId } = await listed(actors, 'list')
      return { signer: buyer, draft: { call: 'sweep', body: { collectionId, count: 2 } }, tokenDataId }
    }
    case 'list':
    case 'list-many': {
      const tokens = kind === 'list' ? [actors.freshToken()] : [actors.freshToken(), actors.freshToken()]
      const items = tokens.map((tokenDataId) => ({
        tokenDataId,
        price: actors.nextPrice(),
        marketplace: actors.nextMarketplace('list'),
      }))
      return { signer: seller, draft: { call: 'list', body: { items } }, tokenDataId: tokens[0] ?? '' }
    }
    case 'update-price':
    case 'relist': {
      const { price, ...ref } = await listed(actors, 'update-price')
      const items = [{ ...ref, price: String(BigInt(price) * 2n) }]
      return { signer: seller, draft: { call: kind, body: { items } }, tokenDataId: ref.tokenDataId }
    }
    case 'update-terms': {
      const { price, ...ref } = await listed(actors, kind)
      const body = { items: [{ ...ref, price }], terms: { expiresAtSeconds: YEAR_2100, leastProceeds: '1' } }
      return { signer: seller, draft: { call: 'update-price', body }, tokenDataId: ref.tokenDataId }
    }
    case 'delist': {
      const { price: _, ...ref } = await listed(actors, 'delist')
      return { signer: seller, draft: { call: kind, body: { items: [ref] } }, tokenDataId: ref.tokenDataId }
    }
    case 'token-bid': {
      const tokenDataId = actors.freshToken()
      return { signer: buyer, draft: bidOn(actors, tokenDataId), tokenDataId }
    }
    case 'collection-bid': {
      const marketplace = actors.nextMarketplace('place-collection-offer')
      const body = { collectionId, price: A_CENT, size: 2, expirationTime: YEAR_2100, marketplace }
      return { signer: buyer, draft: { call: kind, body }, tokenDataId: '' }
    }
    case 'cancel-bid': {
      const tokenDataId = actors.freshToken()
      await executeDraft(fixture, buyer, bidOn(actors, tokenDataId))
      return { signer: buyer, draft: await cancellation(actors, tokenDataId), tokenDataId }
    }
    case 'accept-bid':
    case 'accept-many': {
      const tokens = kind === 'accept-bid' ? [actors.freshToken()] : [actors.freshToken(), actors.freshToken()]
      for (const tokenDataId of tokens) await executeDraft(fixture, buyer, bidOn(actors, tokenDataId))
      const items = tokens.map((tokenDataId) => ({ tokenDataId }))
      return { signer: seller, draft: { call: 'accept-bid', body: { items } }, tokenDataId: tokens[0] ?? '' }
    }
    case 'transfer': {
      const tokenDataId = actors.freshToken()
      const body = { toAddress: rival.address, items: [{ tokenDataId }] }
      return { signer: seller, draft: { call: kind, body }, tokenDataId }
    }
  }
}

/** Lists one of the seller's tokens. */
async function listed(actors: TradeActors, ability: string) {
  const { fixture, traders } = actors
  const [tokenDataId, price, marketplace] = [actors.freshToken(), actors.nextPrice(), actors.nextMarketplace(ability)]
  await executeDraft(fixture, traders.seller, { call: 'list', body: { items: [{ tokenDataId, price, marketplace }] } })
  return { ...(await listingOf(actors, tokenDataId)), price }
}

/** Returns the listing of a token. @throws Error where there is none. */
export async function listingOf({ fixture }: TradeActors, tokenDataId: string) {
  const { listings } = await fixture.call(getToken, { params: { id: tokenDataId } })
  const [listing] = listings
  if (listing === undefined) throw new Error(`${tokenDataId} is not listed`)
  return { tokenDataId, marketplace: listing.marketplace, listingId: listing.listingId }
}

/** Returns a bid on one token. */
export function bidOn(actors: TradeActors, tokenDataId: string): TradeDraft {
  const marketplace = actors.nextMarketplace('place-token-offer')
  return { call: 'token-bid', body: { tokenDataId, price: A_CENT, expirationTime: YEAR_2100, marketplace } }
}

/** Takes the buyer's bid on a token back. @throws Error where there is none. */
export async function cancellation({ fixture, traders }: TradeActors, tokenDataId: string): Promise<TradeDraft> {
  const { data } = await fixture.call(listUserBids, { params: { wallet: traders.buyer.address }, query: { take: 100 } })
  const found = data.find((bid) => bid.tokenDataId === tokenDataId)
  if (found === undefined) throw new Error(`there is no bid on ${tokenDataId}`)
  const { marketplace, offerId, tokenBid } = found
  return { call: 'cancel-bid', body: { items: [{ marketplace, offerId, tokenBid }] } }
}
