import type { TradeAnswer, TradeItem, WirePayload } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import type { BatchIntent, Intent, MarketplaceListing } from '@opal/domain/intent'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSet, leafOf, proofOf, type TokenSet } from '@opal/domain/tokens/token-set'
import { claimPayload, transferPayload } from '@opal/domain/tokens/transfer-payloads'
import { prepareBatch } from '@opal/marketplaces/aggregator/prepare-batch'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import type { ChosenDraft } from '../../quote/trade-draft.ts'
import { answerOf } from '../../testing/testing-answer.ts'
import {
  CREATOR,
  collectionIdOf,
  collectionName,
  editionOf,
  itemWith,
  listingAt,
  NATIVE,
  offerAt,
  PLACE,
  type TradeFacts,
  tokenAt,
} from './trade-fixtures.ts'

const GAS = 1_200n

/** A user's choice, and the response of a correct API. */
export interface CorrectTrade {
  readonly draft: ChosenDraft
  readonly answer: TradeAnswer
}

export const KINDS = [
  'buy',
  'sweep',
  'list',
  'list-on-terms',
  'update-price',
  'update-terms',
  'relist',
  'delist',
  'accept-bid',
  'cancel-bid',
  'clean-up',
  'token-bid',
  'collection-bid',
  'pool-bid',
  'set-bid',
  'pool-deposit',
  'pool-withdrawal',
  'accept-pool-bid',
  'cancel-pool-bid',
  'claim',
  'transfer',
] as const

/** A trade needs a script or several transactions. */
export class NotInOneCallError extends Error {
  override readonly name = 'NotInOneCallError'
}

interface Made {
  readonly draft: ChosenDraft
  readonly items: readonly TradeItem[]
  readonly gain: bigint
  /** Where the price of a sale goes. */
  readonly split?: Partial<TradeAnswer['split']>
  readonly built: Built
}

type Built = Pick<TradeAnswer, 'priceGuard'> & { readonly payload: WirePayload }

/** Returns a correct trade of a kind. @throws NotOfferedError where the marketplaces do not offer it; NotInOneCallError. */
export async function correctTrade(kind: (typeof KINDS)[number], facts: TradeFacts): Promise<CorrectTrade> {
  const { draft, items, gain, split, built } = await make(kind, facts)
  const cost = gain < 0n ? -gain : 0n
  return {
    draft,
    answer: answerOf(
      {
        priceOctas: String(cost),
        totalOctas: String(cost + GAS),
        gasOctas: String(GAS),
        receivedOctas: String(gain > 0n ? gain : 0n),
        ...split,
      },
      { items: [...items], ...built },
    ),
  }
}

async function make(kind: (typeof KINDS)[number], facts: TradeFacts): Promise<Made> {
  const { priceOctas, marketplaces, isBestEffort, receiver } = facts
  const tokens = marketplaces.map((_, at) => tokenAt(facts, at))
  const listings = marketplaces.map((marketplace, at) => listingAt(facts, marketplace, at))
  const [token, listing] = [tokens[0] as TokenRef, listings[0] as MarketplaceListing]
  const total = listings.reduce((sum, one) => sum + one.priceOctas, 0n)
  const listed = listings.map((one) => itemWith(one.token, { listing: one, priceOctas: one.priceOctas }))
  const price = String(priceOctas)
  const chosen = listings.map((one) => ({
    tokenDataId: one.token.tokenDataId,
    marketplace: one.marketplace,
    listingId: one.listingId,
  }))
  const moved = chosen.map((one) => ({ ...one, price }))
  const repriced = listings.map((one) => ({ listing: one, priceOctas }))
  const pricedItems = listings.map((one) => itemWith(one.token, { listing: one, priceOctas }))
  switch (kind) {
    case 'buy': {
      const body = {
        items: chosen.map((one, at) => ({ ...one, maxPrice: String(listings[at]?.priceOctas) })),
        bestEffort: isBestEffort,
      }
      const intent = { kind: 'purchase-many', listings, isBestEffort, maxOctas: total } as const
      return { draft: { call: kind, body }, items: listed, gain: -total, built: await wire(intent) }
    }
    case 'sweep': {
      const body = { collectionId: collectionIdOf(facts), count: listings.length, budget: String(total) }
      const intent = { kind: 'purchase-many', listings, isBestEffort: false, maxOctas: total } as const
      return { draft: { call: kind, body }, items: listed, gain: -total, built: await wire(intent) }
    }
    case 'list': {
      const { marketplace } = listing
      const items = tokens.map((one) => ({ ...editionOf(one), price, marketplace }))
      const placed = tokens.map((one) => ({ marketplace, token: one, priceOctas, proceedsOctas: netOf(priceOctas) }))
      return {
        draft: { call: kind, body: { items } },
        items: tokens.map((one) => listedItem(one, marketplace, priceOctas)),
        gain: 0n,
        split: splitOf(priceOctas * BigInt(tokens.length), netOf(priceOctas) * BigInt(tokens.length)),
        built: await wire({ kind: 'list-many', items: placed }),
      }
    }
    case 'list-on-terms': {
      const items = tokens.map((one) => ({ ...editionOf(one), price, marketplace: NATIVE }))
      const { chosen: terms, wanted } = termsAt(priceOctas)
      const placed = tokens.map((one) => {
        return { marketplace: NATIVE, token: one, priceOctas, proceedsOctas: netOf(priceOctas) }
      })
      return {
        draft: { call: 'list', body: { items, terms } },
        items: tokens.map((one) => listedItem(one, NATIVE, priceOctas)),
        gain: 0n,
        split: splitOf(priceOctas * BigInt(tokens.length), netOf(priceOctas) * BigInt(tokens.length)),
        built: await wire({ kind: 'list-many', items: placed, terms: wanted }),
      }
    }
    case 'update-terms': {
      const own = repriced.map((one) => ({ ...one, listing: { ...one.listing, marketplace: NATIVE } }))
      const { chosen: terms, wanted } = termsAt(priceOctas)
      return {
        draft: { call: 'update-price', body: { items: moved.map((one) => ({ ...one, marketplace: NATIVE })), terms } },
        items: own.map(({ listing }) => {
          return { ...itemWith(listing.token, { listing, priceOctas }), sellerOctas: String(netOf(priceOctas)) }
        }),
        gain: 0n,
        split: splitOf(priceOctas * BigInt(own.length), netOf(priceOctas) * BigInt(own.length)),
        built: await wire({ kind: 'update-price-many', items: own, terms: wanted }),
      }
    }
    case 'update-price':
      return {
        draft: { call: kind, body: { items: moved } },
        items: pricedItems.map((item) => ({ ...item, sellerOctas: String(netOf(priceOctas)) })),
        gain: 0n,
        split: splitOf(priceOctas * BigInt(repriced.length), netOf(priceOctas) * BigInt(repriced.length)),
        built: await wire({ kind: 'update-price-many', items: repriced }),
      }
    case 'relist':
      return {
        draft: { call: kind, body: { items: moved } },
        items: pricedItems.map((item) => ({ ...item, sellerOctas: String(netOf(priceOctas)) })),
        gain: 0n,
        split: splitOf(priceOctas * BigInt(repriced.length), netOf(priceOctas) * BigInt(repriced.length)),
        built: await wire({
          kind: 'delist-and-list-many',
          items: repriced.map((one) => ({ ...one, proceedsOctas: netOf(priceOctas) })),
        }),
      }
    case 'delist':
      return {
        draft: { call: kind, body: { items: chosen } },
        items: listed,
        gain: 0n,
        built: await wire({ kind: 'delist-many', listings }),
      }
    case 'accept-bid': {
      const offers = marketplaces.map((marketplace, at) => offerAt(facts, marketplace, at))
      const each = offers.map((one) => netOf(one.priceOctas))
      const gain = each.reduce((sum, one) => sum + one, 0n)
      const items = offers.map((one, at) => ({
        ...itemWith(tokens[at] as TokenRef, { offer: one, priceOctas: one.priceOctas }),
        sellerOctas: String(each[at]),
      }))
      const body = {
        items: offers.map((one, at) => ({
          ...editionOf(tokens[at] as TokenRef),
          marketplace: one.marketplace,
          offerId: one.offerId,
          minPrice: String(one.priceOctas),
        })),
      }
      const sales = offers.map((offer, at) => ({ offer, token: tokens[at] as TokenRef, isTokenOffer: false }))
      const sold = offers.reduce((sum, one) => sum + one.priceOctas, 0n)
      return {
        draft: { call: kind, body },
        items,
        gain,
        split: splitOf(sold, gain),
        built: await wire({ kind: 'instant-sell', sales, leastOctas: { each, total: gain } }),
      }
    }
    case 'cancel-bid': {
      const offer = offerAt(facts, listing.marketplace, 0)
      const body = { items: [{ marketplace: offer.marketplace, offerId: offer.offerId, tokenBid: false }] }
      const intent = { kind: 'withdraw-many', orders: [{ offer, token: null }] } as const
      return {
        draft: { call: kind, body },
        items: [itemWith(token, { offer, priceOctas: offer.priceOctas })],
        gain: offer.priceOctas,
        built: await wire(intent),
      }
    }
    case 'clean-up': {
      const body = {
        orders: [{ kind: 'listing', marketplace: listing.marketplace, orderId: listing.listingId }],
      } as const
      return {
        draft: { call: kind, body },
        items: listed.slice(0, 1),
        gain: 0n,
        built: await wire({ kind: 'withdraw-many', orders: [{ listing }] }),
      }
    }
    case 'token-bid': {
      const terms = {
        ...editionOf(token),
        price,
        expirationTime: String(1_900_000_000 + facts.nth),
        marketplace: listing.marketplace,
      }
      const intent = {
        kind: 'place-token-offer',
        token,
        priceOctas,
        expiresAtSeconds: BigInt(terms.expirationTime),
      } as const
      return {
        draft: { call: kind, body: terms, ...endAt(listing.marketplace) },
        items: [itemWith(token, { priceOctas })],
        gain: -priceOctas,
        built: one(intent, listing.marketplace),
      }
    }
    case 'collection-bid': {
      const collectionId = collectionIdOf(facts)
      const terms = {
        collectionId,
        price,
        size: 3,
        expirationTime: String(1_900_000_000 + facts.nth),
        marketplace: listing.marketplace,
      }
      const names = { creatorAddress: CREATOR, collectionName: collectionName(facts) }
      const collection = facts.isOld
        ? ({ standard: 'v1', collectionId, ...names } as const)
        : ({ standard: 'v2', collectionId } as const)
      const intent = {
        kind: 'place-collection-offer',
        collection,
        priceOctas,
        amount: 3n,
        expiresAtSeconds: BigInt(terms.expirationTime),
      } as const
      const item = { ...itemWith(token, { priceOctas }), tokenDataId: null }
      return {
        draft: { call: kind, body: terms, ...endAt(listing.marketplace) },
        items: [item],
        gain: -priceOctas * 3n,
        built: one(intent, listing.marketplace),
      }
    }
    case 'pool-bid':
    case 'set-bid': {
      const collectionId = collectionIdOf(facts)
      const setRoot = kind === 'set-bid' ? setOf(facts).root : null
      const terms = { collectionId, price, size: 3, expirationTime: String(1_900_000_000 + facts.nth), deposit: price }
      const names = { creatorAddress: CREATOR, collectionName: collectionName(facts) }
      const collection = facts.isOld
        ? ({ standard: 'v1', collectionId, ...names } as const)
        : ({ standard: 'v2', collectionId } as const)
      const intent = {
        kind: 'place-pool-offer',
        collection,
        setRoot,
        priceOctas,
        amount: 3n,
        depositOctas: priceOctas,
        expiresAtSeconds: BigInt(terms.expirationTime),
      } as const
      return {
        draft: { call: 'pool-bid', body: { ...terms, ...(setRoot !== null && { setRoot }) } },
        items: [{ ...itemWith(token, { priceOctas }), tokenDataId: null }],
        gain: -priceOctas,
        built: one(intent, NATIVE),
      }
    }
    case 'pool-deposit':
    case 'pool-withdrawal': {
      const isDeposit = kind === 'pool-deposit'
      const move = { kind: isDeposit ? 'deposit-into-pool' : 'withdraw-from-pool', octas: priceOctas } as const
      const item = { ...itemWith(token, { priceOctas }), tokenDataId: null, names: null }
      const gain = isDeposit ? -priceOctas : priceOctas
      return { draft: { call: kind, body: { octas: price } }, items: [item], gain, built: one(move, NATIVE) }
    }
    case 'accept-pool-bid': {
      const [offer, set] = [offerAt(facts, NATIVE, 0), setOf(facts)]
      const proof = proofOf(set, leafOf(token)) ?? []
      const net = (offer.priceOctas * 9n) / 10n
      const item = itemWith(token, { offer, priceOctas: offer.priceOctas })
      const pooled = item.offer === null ? null : { ...item.offer, pool: { setRoot: set.root, proof: [...proof] } }
      const sale = { offer, token, isTokenOffer: false, poolProof: proof }
      const body = { items: [{ ...editionOf(token), marketplace: NATIVE, offerId: offer.offerId }] }
      return {
        draft: { call: 'accept-bid', body },
        items: [{ ...item, offer: pooled, sellerOctas: String(net) }],
        gain: net,
        split: {
          priceOctas: String(offer.priceOctas),
          sellerOctas: String(net),
          commissionOctas: String(offer.priceOctas - net),
          royaltyOctas: '0',
        },
        built: await wire({ kind: 'instant-sell', sales: [sale], leastOctas: { each: [net], total: net } }),
      }
    }
    case 'cancel-pool-bid': {
      const offer = offerAt(facts, NATIVE, 0)
      const item = itemWith(token, { offer, priceOctas: offer.priceOctas })
      const pooled = item.offer === null ? null : { ...item.offer, pool: { setRoot: null, proof: [] } }
      const body = { items: [{ marketplace: NATIVE, offerId: offer.offerId, tokenBid: false }] }
      return {
        draft: { call: 'cancel-bid', body },
        items: [{ ...item, offer: pooled }],
        gain: 0n,
        built: await wire({ kind: 'withdraw-many', orders: [{ offer, token: null, isPooled: true }] }),
      }
    }
    case 'claim': {
      const old = tokenAt({ ...facts, isOld: true }, 0)
      if (old.standard !== 'v1') throw new TypeError('claims are of old tokens')
      const payload = claimPayload({ fromAddress: receiver, ...old, name: old.tokenName })
      const body = { tokenDataId: old.tokenDataId, fromAddress: receiver, propertyVersion: String(old.propertyVersion) }
      return { draft: { call: kind, body }, items: [itemWith(old, {})], gain: 0n, built: toWire(payload) }
    }
    case 'transfer': {
      const body = { toAddress: receiver, items: [editionOf(token)] }
      return {
        draft: { call: kind, body },
        items: [itemWith(token, {})],
        gain: 0n,
        built: toWire(transferPayload(token, parseAddress(receiver))),
      }
    }
  }
}

/** Returns the octas that a sale at a price brings its seller. */
function netOf(priceOctas: bigint): bigint {
  return (priceOctas * 9n) / 10n
}

/** Where a price goes of which the seller gets a part. */
function splitOf(priceOctas: bigint, sellerOctas: bigint) {
  const royaltyOctas = (priceOctas - sellerOctas) / 3n
  return {
    priceOctas: String(priceOctas),
    sellerOctas: String(sellerOctas),
    commissionOctas: String(priceOctas - sellerOctas - royaltyOctas),
    royaltyOctas: String(royaltyOctas),
  }
}

/** An item that is put up for sale. */
function listedItem(token: TokenRef, marketplace: string, priceOctas: bigint): TradeItem {
  return { ...itemWith(token, { priceOctas }), marketplace, sellerOctas: String(netOf(priceOctas)) }
}

/** Every term of a listing at a price: as a form names them, and as an intent has them. */
function termsAt(priceOctas: bigint) {
  const chosen = {
    fall: { endPrice: String(priceOctas / 2n), fromSeconds: '4000000000', untilSeconds: '4100000000' },
    expiresAtSeconds: '2000000000',
    reservedFor: CREATOR,
    leastProceeds: '7',
  }
  const wanted = {
    fall: { endOctas: priceOctas / 2n, fromSeconds: 4_000_000_000n, untilSeconds: 4_100_000_000n },
    expiresAtSeconds: 2_000_000_000n,
    reservedFor: CREATOR,
    leastOctas: 7n,
  }
  return { chosen, wanted }
}

/** Part of a draft by which the dialog says that its bid does not expire. */
function endAt(marketplace: string) {
  const deployed = PLACE.marketplaces.find(({ adapter }) => adapter.id === marketplace)
  return deployed?.adapter.bidsExpire === false ? ({ isEndless: true } as const) : {}
}

/** A set of three tokens, of which the first is traded. */
function setOf(facts: TradeFacts): TokenSet {
  return buildTokenSet([0, 1, 2].map((at) => leafOf(tokenAt(facts, at))))
}

function one(intent: Intent, marketplace: string): Built {
  const deployed = PLACE.marketplaces.find(({ adapter }) => adapter.id === marketplace)
  if (deployed === undefined) throw new TypeError(`there is no ${marketplace}`)
  return toWire(buildPayload(deployed, intent))
}

/** Builds the one transaction of an intent, without scripts, which need modules. */
async function wire(intent: BatchIntent): Promise<Built> {
  const [step, ...others] = await prepareBatch(intent, PLACE, () =>
    Promise.reject(new NotInOneCallError('no modules here')),
  )
  if (step === undefined || others.length > 0) throw new NotInOneCallError('more than one transaction')
  return toWire(step.payload, step.priceGuard)
}

function toWire(payload: object, priceGuard: TradeAnswer['priceGuard'] = null): Built {
  return { payload: JSON.parse(JSON.stringify(payload)) as WirePayload, priceGuard }
}
