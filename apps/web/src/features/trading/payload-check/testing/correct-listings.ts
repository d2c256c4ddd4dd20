import type { MarketplaceListing } from '@opal/domain/intent'
import { batchOf, firstListing, listingsOf, netOf, splitOf, type TradeMaker } from './made-trade.ts'
import { CREATOR, editionOf, itemWith, NATIVE, type TradeFacts, tokenAt } from './trade-fixtures.ts'

/** Correct trades that place, change or end listings, by kind. */
export const LISTINGS = {
  async list(facts) {
    const { chosen, placed, shown } = placedOn(facts, firstListing(facts).marketplace)
    return {
      draft: { call: 'list', body: { items: chosen } },
      ...shown,
      built: await batchOf({ kind: 'list-many', items: placed }),
    }
  },
  async 'list-on-terms'(facts) {
    const { chosen, placed, shown } = placedOn(facts, NATIVE)
    const terms = termsAt(facts.priceOctas)
    return {
      draft: { call: 'list', body: { items: chosen, terms: terms.chosen } },
      ...shown,
      built: await batchOf({ kind: 'list-many', items: placed, terms: terms.wanted }),
    }
  },
  async 'update-price'(facts) {
    const { moved, repriced, shown } = repricedOf(facts)
    return {
      draft: { call: 'update-price', body: { items: moved } },
      ...shown,
      built: await batchOf({ kind: 'update-price-many', items: repriced }),
    }
  },
  async 'update-terms'(facts) {
    const { moved, repriced, shown } = repricedOf(facts, NATIVE)
    const terms = termsAt(facts.priceOctas)
    return {
      draft: { call: 'update-price', body: { items: moved, terms: terms.chosen } },
      ...shown,
      built: await batchOf({ kind: 'update-price-many', items: repriced, terms: terms.wanted }),
    }
  },
  async relist(facts) {
    const { moved, repriced, shown } = repricedOf(facts)
    return {
      draft: { call: 'relist', body: { items: moved } },
      ...shown,
      built: await batchOf({
        kind: 'delist-and-list-many',
        items: repriced.map((one) => ({ ...one, proceedsOctas: netOf(facts.priceOctas) })),
      }),
    }
  },
  async delist(facts) {
    const { listings, chosen, items } = listingsOf(facts)
    return {
      draft: { call: 'delist', body: { items: chosen } },
      items,
      gain: 0n,
      built: await batchOf({ kind: 'delist-many', listings }),
    }
  },
  async 'clean-up'(facts) {
    const listing = firstListing(facts)
    const order = { kind: 'listing', marketplace: listing.marketplace, orderId: listing.listingId } as const
    return {
      draft: { call: 'clean-up', body: { orders: [order] } },
      items: listingsOf(facts).items.slice(0, 1),
      gain: 0n,
      built: await batchOf({ kind: 'withdraw-many', orders: [{ listing }] }),
    }
  },
} satisfies Record<string, TradeMaker>

/** Returns new listings at the price of a trade: as they are chosen, placed and shown. */
function placedOn(facts: TradeFacts, marketplace: string) {
  const { priceOctas } = facts
  const tokens = facts.marketplaces.map((_, at) => tokenAt(facts, at))
  const proceedsOctas = netOf(priceOctas)
  return {
    chosen: tokens.map((token) => ({ ...editionOf(token), price: String(priceOctas), marketplace })),
    placed: tokens.map((token) => ({ marketplace, token, priceOctas, proceedsOctas })),
    shown: {
      items: tokens.map((token) => ({
        ...itemWith(token, { priceOctas }),
        marketplace,
        sellerOctas: String(proceedsOctas),
      })),
      gain: 0n,
      split: splitAt(priceOctas, tokens.length),
    },
  }
}

/** Returns listings that get the price of a trade: as they are chosen, repriced and shown. @param only marketplace of all of them. */
function repricedOf(facts: TradeFacts, only?: string) {
  const { priceOctas } = facts
  const { listings, chosen } = listingsOf(facts)
  const on = (listing: MarketplaceListing) => ({ ...listing, marketplace: only ?? listing.marketplace })
  const repriced = listings.map((listing) => ({ listing: on(listing), priceOctas }))
  return {
    moved: chosen.map((one) => ({ ...one, marketplace: only ?? one.marketplace, price: String(priceOctas) })),
    repriced,
    shown: {
      items: repriced.map(({ listing }) => ({
        ...itemWith(listing.token, { listing, priceOctas }),
        sellerOctas: String(netOf(priceOctas)),
      })),
      gain: 0n,
      split: splitAt(priceOctas, repriced.length),
    },
  }
}

function splitAt(priceOctas: bigint, count: number) {
  return splitOf(priceOctas * BigInt(count), netOf(priceOctas) * BigInt(count))
}

/** Returns every term of a listing at a price: as a form names them, and as an intent has them. */
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
