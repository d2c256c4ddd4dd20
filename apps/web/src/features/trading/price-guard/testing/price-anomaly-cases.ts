import type { PreparedTrade, TradeRequest } from '../../../../entities/order/trade-request.ts'
import type { ApiAnswers } from '../../../../testing/render-site.tsx'
import { testingCollection } from '../../../../testing/testing-collection.ts'
import { COLLECTION } from '../../testing/every-request.ts'
import { detailOf, itemOf, OTHER_TOKEN, quoteOf, TOKEN, traitFloor } from '../../testing/trade-harness.tsx'
import { ACCEPT, BID, BUY, LIST, RELIST, SWEEP, UPDATE } from '../../testing/user-driver.ts'

const COLLECTION_BID = '/api/collection/bid'
/** Floor 1, a rare trait from 2, the last sale at 0.9; the other token is like it. */
export const DETAILS: ApiAnswers = {
  [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf(OTHER_TOKEN),
}
/** Nothing of the collection is for sale. */
const NO_FLOOR: ApiAnswers = {
  [`/api/collection/nfts/${TOKEN.tokenDataId}`]: () => detailOf({ collectionFloorPrice: null, attributes: [] }),
  [`/api/collection/${TOKEN.collectionId}`]: () => testingCollection(TOKEN.collectionId, { lastSalePrice: '90000000' }),
}

/** Others of its collection were sold, at 0.9 APT. */
const NEVER_SOLD = { attributes: [], lastSalePrice: null, collectionLastSalePrice: '90000000' }
/** It was never sold, and nothing of its collection is for sale. */
const UNSOLD: ApiAnswers = {
  [`/api/collection/nfts/${TOKEN.tokenDataId}`]: () => detailOf({ ...NEVER_SOLD, collectionFloorPrice: null }),
  [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => {
    return { floorPrice: null, usualFloorPrice: null, token: null }
  },
  ...traitFloor(null),
}

/** Returns the answer with a quote of some tokens at one price. */
export function priced(priceOctas: string, tokens = [TOKEN]) {
  const items = tokens.map(({ tokenDataId, name }) => itemOf({ tokenDataId, name, priceOctas }))
  return () => quoteOf({ priceOctas }, { items })
}

const PREPARED: PreparedTrade = {
  title: 'Boost your loyalty',
  what: '1 listing moved home',
  image: null,
  button: 'Boost Your Loyalty',
  doing: 'Moving 1 listing',
  success: 'Relisting successful',
  moves: 'only-gas',
  chosen: { call: 'relist', body: { items: [] } },
  newPrices: [{ tokenDataId: TOKEN.tokenDataId, name: TOKEN.name, price: '40000000' }],
  build: async () => quoteOf(),
}

/** A trade at an unusual price, and what the page says of it. */
export interface AnomalyCase {
  readonly what: string
  readonly request: TradeRequest
  readonly answers: ApiAnswers
  /** Typed into the price field; absent where the price is given. */
  readonly price?: string
  readonly sentence: string
  readonly phrase: string
  readonly button: string
  readonly done: string
}

export const both = [TOKEN, OTHER_TOKEN]
const bid = { marketplace: 'own', offerId: '0x1', price: '50000000' }
export const cheap = 'Stone #9 at 0.4 APT is at most half of the trait floor (2 APT).'
const LISTING = { price: '0.4', sentence: cheap, phrase: '0.4' }
export const dear = { ...TOKEN, listedPrice: '1100000000' }
const DEAR = { sentence: 'Stone #9 costs 11 APT, at least 5 times the trait floor (2 APT).', phrase: '11' }
const PURCHASE = { ...DEAR, button: 'Confirm purchase', done: 'Buying successful' }
const SALE = { phrase: '0.5', button: 'Accept bid', done: 'Bid accepted' }
const OFFER = { price: '4.5', phrase: '4.5' }

export const ANOMALIES: readonly AnomalyCase[] = [
  {
    what: 'listing far below',
    request: { kind: 'list', tokens: [TOKEN] },
    ...LISTING,
    answers: { [LIST]: () => quoteOf() },
    button: 'List',
    done: 'Item listed',
  },
  {
    what: 'changing the price of a listing far below',
    request: { kind: 'update-price', tokens: [TOKEN] },
    ...LISTING,
    answers: { [UPDATE]: () => quoteOf() },
    button: 'Save changes',
    done: 'Listing updated',
  },
  {
    what: 'moving a listing far below',
    request: { kind: 'relist', tokens: [TOKEN] },
    ...LISTING,
    answers: { [RELIST]: () => quoteOf() },
    button: 'Move',
    done: 'Listing moved',
  },
  {
    what: 'boosting the loyalty far below',
    request: { kind: 'prepared', prepared: PREPARED },
    answers: {},
    sentence: cheap,
    phrase: '0.4',
    button: 'Boost Your Loyalty',
    done: 'Relisting successful',
  },
  {
    ...PURCHASE,
    what: 'buying far above',
    request: { kind: 'buy', tokens: [dear] },
    answers: { [BUY]: priced('1100000000'), ...traitFloor('200000000') },
  },
  {
    ...PURCHASE,
    what: 'buying a cart far above',
    request: { kind: 'buy-cart', tokens: [dear] },
    answers: { [BUY]: priced('1100000000'), ...traitFloor('200000000') },
  },
  {
    ...PURCHASE,
    what: 'sweeping far above',
    answers: { [SWEEP]: () => ({ ...priced('1100000000')(), curve: [] }), ...traitFloor('200000000') },
    request: {
      kind: 'sweep',
      collection: COLLECTION,
      criteria: { filter: {}, count: 1, excludedTokens: [], excludedMarketplaces: [] },
    },
  },
  {
    ...SALE,
    what: 'accepting a bid far below',
    answers: { [ACCEPT]: priced('50000000') },
    request: { kind: 'accept-bid', tokens: [{ ...TOKEN, bid }] },
    sentence: 'Stone #9 would sell for 0.5 APT, at most half of the floor (1 APT).',
  },
  {
    ...SALE,
    what: 'selling many into their best bids far below',
    button: 'Accept 2 bids',
    done: '2 items sold',
    answers: { [ACCEPT]: priced('50000000', both) },
    request: { kind: 'accept-bid', tokens: both },
    sentence:
      'Stone #9 would sell for 0.5 APT, at most half of the floor (1 APT). Stone #10 would sell for 0.5 APT, at most half of the floor (1 APT).',
  },
  {
    ...OFFER,
    what: 'bidding far above where nothing is for sale',
    request: { kind: 'token-bid', token: TOKEN },
    answers: { [BID]: () => quoteOf(), ...NO_FLOOR },
    button: 'Place Bid',
    done: 'Place Bid Sucessful',
    sentence: 'You’re bidding 4.5 APT for Stone #9, at least 5 times the last sale (0.9 APT).',
  },
  {
    ...OFFER,
    what: 'bidding on what was never sold',
    request: { kind: 'token-bid', token: TOKEN },
    answers: { [BID]: () => quoteOf(), ...UNSOLD },
    sentence: 'You’re bidding 4.5 APT for Stone #9, at least 5 times the collection’s last sale (0.9 APT).',
    button: 'Place Bid',
    done: 'Place Bid Sucessful',
  },
  {
    ...SALE,
    what: 'accepting a bid on what was never sold',
    request: { kind: 'accept-bid', tokens: [{ ...TOKEN, bid: { ...bid, price: '45000000' } }] },
    answers: { [ACCEPT]: priced('45000000'), ...UNSOLD },
    sentence: 'Stone #9 would sell for 0.45 APT, at most half of the collection’s last sale (0.9 APT).',
    phrase: '0.45',
  },
  {
    what: 'buying the only one, never sold',
    request: { kind: 'buy', tokens: [{ ...TOKEN, listedPrice: '450000000' }] },
    answers: { [BUY]: priced('450000000'), ...UNSOLD },
    sentence: 'Stone #9 costs 4.5 APT, at least 5 times the collection’s last sale (0.9 APT).',
    phrase: '4.5',
    button: 'Confirm purchase',
    done: 'Buying successful',
  },
  {
    ...OFFER,
    what: 'bidding on a collection far above where nothing is for sale',
    request: { kind: 'collection-bid', collection: COLLECTION },
    answers: { [COLLECTION_BID]: () => quoteOf(), ...NO_FLOOR },
    sentence: 'You’re bidding 4.5 APT for one item of Stones, at least 5 times the last sale (0.9 APT).',
    button: 'Place Collection Bid',
    done: 'Place Collection Bid Sucessful',
  },
]
