import { sumOctas } from '@opal/domain/prices/octas'
import { buildTokenSet, leafOf, proofOf, type TokenSet } from '@opal/domain/tokens/token-set'
import {
  anyToken,
  batchOf,
  callOf,
  collectionOf,
  firstListing,
  type MadeTrade,
  netOf,
  splitOf,
  type TradeMaker,
} from './made-trade.ts'
import {
  collectionIdOf,
  editionOf,
  itemWith,
  NATIVE,
  offerAt,
  PLACE,
  SIGNER,
  type TradeFacts,
  tokenAt,
} from './trade-fixtures.ts'

/** Tokens that a collection bid is for. */
const SIZE = 3

/** Correct trades that place, cancel or accept bids, by kind. */
export const BIDS = {
  'token-bid'(facts) {
    const { priceOctas } = facts
    const { marketplace, token } = firstListing(facts)
    const terms = { ...editionOf(token), price: String(priceOctas), expirationTime: expiryOf(facts), marketplace }
    const expiresAtSeconds = BigInt(terms.expirationTime)
    return {
      draft: { call: 'token-bid', body: terms, ...endAt(marketplace) },
      items: [itemWith(token, { priceOctas })],
      gain: -priceOctas,
      built: callOf({ kind: 'place-token-offer', token, priceOctas, expiresAtSeconds }, marketplace),
    }
  },
  'collection-bid'(facts) {
    const { priceOctas } = facts
    const { marketplace, token } = firstListing(facts)
    const terms = { ...collectionTerms(facts), marketplace }
    const intent = {
      kind: 'place-collection-offer',
      collection: collectionOf(facts),
      priceOctas,
      amount: BigInt(SIZE),
      expiresAtSeconds: BigInt(terms.expirationTime),
    } as const
    return {
      draft: { call: 'collection-bid', body: terms, ...endAt(marketplace) },
      items: [anyToken(token, priceOctas)],
      gain: -priceOctas * BigInt(SIZE),
      built: callOf(intent, marketplace),
    }
  },
  'pool-bid': (facts) => poolBid(facts, null),
  'set-bid': (facts) => poolBid(facts, setOf(facts).root),
  'pool-deposit': (facts) => poolMove(facts, 'pool-deposit'),
  'pool-withdrawal': (facts) => poolMove(facts, 'pool-withdrawal'),
  async 'accept-bid'(facts) {
    const sold = facts.marketplaces.map((marketplace, at) => ({
      token: tokenAt(facts, at),
      offer: offerAt(facts, marketplace, at),
    }))
    const each = sold.map(({ offer }) => netOf(offer.priceOctas))
    const total = sumOctas(each)
    const body = {
      items: sold.map(({ token, offer }) => ({
        ...editionOf(token),
        marketplace: offer.marketplace,
        offerId: offer.offerId,
        minPrice: String(offer.priceOctas),
      })),
    }
    const sales = sold.map((one) => ({ ...one, isTokenOffer: false }))
    return {
      draft: { call: 'accept-bid', body },
      items: sold.map(({ token, offer }, at) => ({
        ...itemWith(token, { offer, priceOctas: offer.priceOctas }),
        sellerOctas: String(each[at]),
      })),
      gain: total,
      split: splitOf(sumOctas(sold.map(({ offer }) => offer.priceOctas)), total),
      built: await batchOf({ kind: 'instant-sell', seller: SIGNER, sales, leastOctas: { each, total } }),
    }
  },
  async 'accept-pool-bid'(facts) {
    const [token, offer, set] = [tokenAt(facts, 0), offerAt(facts, NATIVE, 0), setOf(facts)]
    const { priceOctas } = offer
    const proof = proofOf(set, leafOf(token)) ?? []
    const net = netOf(priceOctas)
    const item = itemWith(token, { offer, priceOctas })
    const pooled = item.offer === null ? null : { ...item.offer, pool: { setRoot: set.root, proof: [...proof] } }
    const sale = { offer, token, isTokenOffer: false, poolProof: proof }
    const body = { items: [{ ...editionOf(token), marketplace: NATIVE, offerId: offer.offerId }] }
    return {
      draft: { call: 'accept-bid', body },
      items: [{ ...item, offer: pooled, sellerOctas: String(net) }],
      gain: net,
      split: {
        priceOctas: String(priceOctas),
        sellerOctas: String(net),
        commissionOctas: String(priceOctas - net),
        royaltyOctas: '0',
      },
      built: await batchOf({
        kind: 'instant-sell',
        seller: SIGNER,
        sales: [sale],
        leastOctas: { each: [net], total: net },
      }),
    }
  },
  async 'cancel-bid'(facts) {
    const { marketplace, token } = firstListing(facts)
    const offer = offerAt(facts, marketplace, 0)
    const body = { items: [{ marketplace, offerId: offer.offerId, tokenBid: false }] }
    return {
      draft: { call: 'cancel-bid', body },
      items: [itemWith(token, { offer, priceOctas: offer.priceOctas })],
      gain: offer.priceOctas,
      built: await batchOf({ kind: 'withdraw-many', orders: [{ offer, token: null }] }),
    }
  },
  async 'cancel-pool-bid'(facts) {
    const offer = offerAt(facts, NATIVE, 0)
    const item = itemWith(tokenAt(facts, 0), { offer, priceOctas: offer.priceOctas })
    const pooled = item.offer === null ? null : { ...item.offer, pool: { setRoot: null, proof: [] } }
    const body = { items: [{ marketplace: NATIVE, offerId: offer.offerId, tokenBid: false }] }
    return {
      draft: { call: 'cancel-bid', body },
      items: [{ ...item, offer: pooled }],
      gain: 0n,
      built: await batchOf({ kind: 'withdraw-many', orders: [{ offer, token: null, isPooled: true }] }),
    }
  },
} satisfies Record<string, TradeMaker>

/** Makes a bid that the bidder's pool pays. @param setRoot of the set that it is for; null for any token of the collection. */
function poolBid(facts: TradeFacts, setRoot: string | null): MadeTrade {
  const { priceOctas } = facts
  const terms = { ...collectionTerms(facts), deposit: String(priceOctas) }
  const intent = {
    kind: 'place-pool-offer',
    collection: collectionOf(facts),
    setRoot,
    priceOctas,
    amount: BigInt(SIZE),
    depositOctas: priceOctas,
    expiresAtSeconds: BigInt(terms.expirationTime),
  } as const
  return {
    draft: { call: 'pool-bid', body: { ...terms, ...(setRoot !== null && { setRoot }) } },
    items: [anyToken(tokenAt(facts, 0), priceOctas)],
    gain: -priceOctas,
    built: callOf(intent, NATIVE),
  }
}

/** Makes a payment into the wallet's pool, or out of it. */
function poolMove(facts: TradeFacts, call: 'pool-deposit' | 'pool-withdrawal'): MadeTrade {
  const { priceOctas } = facts
  const isDeposit = call === 'pool-deposit'
  return {
    draft: { call, body: { octas: String(priceOctas) } },
    items: [{ ...anyToken(tokenAt(facts, 0), priceOctas), names: null }],
    gain: isDeposit ? -priceOctas : priceOctas,
    built: callOf({ kind: isDeposit ? 'deposit-into-pool' : 'withdraw-from-pool', octas: priceOctas }, NATIVE),
  }
}

function collectionTerms(facts: TradeFacts) {
  return {
    collectionId: collectionIdOf(facts),
    price: String(facts.priceOctas),
    size: SIZE,
    expirationTime: expiryOf(facts),
  }
}

function expiryOf({ nth }: TradeFacts): string {
  return String(1_900_000_000 + nth)
}

/** Returns the part of a draft by which the dialog says that its bid does not expire. */
function endAt(marketplace: string) {
  const deployed = PLACE.marketplaces.find(({ adapter }) => adapter.id === marketplace)
  return deployed?.adapter.bidsExpire === false ? ({ isEndless: true } as const) : {}
}

/** Returns a set of three tokens, of which the first is traded. */
function setOf(facts: TradeFacts): TokenSet {
  return buildTokenSet([0, 1, 2].map((at) => leafOf(tokenAt(facts, at))))
}
