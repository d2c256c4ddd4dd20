import type { TradeKind, TradeRequest } from '../../../entities/order/trade-request.ts'
import { quoteOf, TOKEN } from './trade-harness.tsx'

export const COLLECTION = { collectionId: TOKEN.collectionId, collectionName: 'Stones', collectionImage: null }
const TOKENS = [TOKEN]
const CONDITION = { attributes: [{ trait_type: 'Hat', value: 'Crown' }] }
const CRITERIA = { filter: {}, count: 1, excludedTokens: [], excludedMarketplaces: [] }
export const OFFER = {
  marketplace: 'own',
  offerId: '0x1',
  tokenBid: true,
  name: 'Stone #9',
  image: null,
  price: '1',
  collectionName: 'Stones',
  collectionId: TOKEN.collectionId,
}
export const CLAIM = {
  tokenDataId: TOKEN.tokenDataId,
  name: 'Stone #9',
  image: null,
  collectionName: 'Stones',
  fromAddress: `0x${'5'.repeat(64)}`,
  propertyVersion: '0',
}
export const SENT = {
  tokenDataId: TOKEN.tokenDataId,
  name: 'Stone #9',
  image: null,
  collectionName: 'Stones',
  toAddress: `0x${'5'.repeat(64)}`,
  propertyVersion: '0',
}
const BY_KIND: { readonly [Kind in TradeKind]: Extract<TradeRequest, { readonly kind: Kind }> } = {
  buy: { kind: 'buy', tokens: TOKENS },
  'buy-cart': { kind: 'buy-cart', tokens: TOKENS },
  sweep: { kind: 'sweep', collection: COLLECTION, criteria: CRITERIA },
  list: { kind: 'list', tokens: TOKENS },
  'update-price': { kind: 'update-price', tokens: TOKENS },
  relist: { kind: 'relist', tokens: TOKENS },
  delist: { kind: 'delist', tokens: TOKENS },
  transfer: { kind: 'transfer', tokens: TOKENS },
  'accept-bid': { kind: 'accept-bid', tokens: TOKENS },
  'token-bid': { kind: 'token-bid', token: TOKEN },
  'bid-above-floor': { kind: 'bid-above-floor', token: TOKEN },
  'collection-bid': { kind: 'collection-bid', collection: COLLECTION },
  'set-bid': { kind: 'set-bid', collection: COLLECTION, condition: CONDITION },
  order: { kind: 'order', collection: COLLECTION, condition: CONDITION },
  'pool-deposit': { kind: 'pool-deposit', balance: '0' },
  'pool-withdrawal': { kind: 'pool-withdrawal', balance: '100000000' },
  'cancel-bid': { kind: 'cancel-bid', bids: [OFFER] },
  claim: { kind: 'claim', claim: CLAIM },
  'take-back': { kind: 'take-back', sent: SENT },
  prepared: {
    kind: 'prepared',
    prepared: {
      title: 'Cancel stale order',
      what: '1 order',
      image: null,
      button: 'Cancel',
      doing: 'Canceling',
      success: 'Canceled',
      moves: 'only-gas',
      chosen: { call: 'clean-up', body: { orders: [] } },
      build: async () => quoteOf(),
    },
  },
}

/** A request of every kind of trading dialog. */
export const EVERY_KIND: readonly TradeRequest[] = Object.values(BY_KIND)

/** A request to sweep one item. */
export const SWEEP_REQUEST = BY_KIND.sweep
