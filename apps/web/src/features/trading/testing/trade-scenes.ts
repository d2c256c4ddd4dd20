import type { PreparedTrade, TradeRequest } from '../../../entities/order/trade-request.ts'
import { CLAIM, COLLECTION, OFFER, SENT } from './every-request.ts'
import { itemOf, OTHER_TOKEN, quoteOf, TOKEN } from './trade-harness.tsx'

const prepared = (changes: Partial<PreparedTrade> = {}): PreparedTrade => ({
  title: 'Boost your loyalty',
  what: '2 listings moved home',
  image: null,
  button: 'Boost',
  doing: 'Moving',
  success: 'Relisting successful',
  moves: 'only-gas',
  chosen: { call: 'relist', body: { items: [] } },
  build: async () => quoteOf({}, { items: [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId })] }),
  ...changes,
})

/** A dialog for one thing, and what it says. */
export interface Scene {
  readonly request: TradeRequest
  readonly button: string
  /** Toasts: of success, of a failure, and of a no in the wallet. */
  readonly success: string
  readonly failure: string
  readonly declined: string
  /** Values of the fields by label. */
  readonly field?: readonly [label: string, text: string]
}

const FAILED = 'Failed to execute transaction.'
const REJECTED = 'Request Rejected'
/** Every dialog for one thing, and its own words. @source docs/product/trading.md#messages */
export const SCENES: Readonly<Record<string, Scene>> = {
  buy: {
    request: { kind: 'buy', tokens: [TOKEN] },
    button: 'Confirm purchase',
    success: 'Buying successful',
    failure: REJECTED,
    declined: REJECTED,
  },
  list: {
    request: { kind: 'list', tokens: [TOKEN] },
    button: 'List',
    success: 'Item listed',
    failure: FAILED,
    declined: REJECTED,
    field: ['Price', '1.1'],
  },
  reprice: {
    request: { kind: 'update-price', tokens: [TOKEN] },
    button: 'Save changes',
    success: 'Listing updated',
    failure: FAILED,
    declined: REJECTED,
    field: ['Price', '1.1'],
  },
  move: {
    request: { kind: 'relist', tokens: [TOKEN] },
    button: 'Move',
    success: 'Listing moved',
    failure: 'Error Reslisting Tokens',
    declined: 'Error Reslisting Tokens',
    field: ['Price', '1.1'],
  },
  delist: {
    request: { kind: 'delist', tokens: [TOKEN] },
    button: 'Delist',
    success: 'Item delisted',
    failure: FAILED,
    declined: REJECTED,
  },
  bid: {
    request: { kind: 'token-bid', token: TOKEN },
    button: 'Place Bid',
    success: 'Place Bid Sucessful',
    failure: FAILED,
    declined: REJECTED,
    field: ['Bid price', '0.5'],
  },
  'collection bid': {
    request: { kind: 'collection-bid', collection: COLLECTION },
    button: 'Place Collection Bid',
    success: 'Place Collection Bid Sucessful',
    failure: FAILED,
    declined: REJECTED,
    field: ['Bid price per item', '0.5'],
  },
  'cancel a bid': {
    request: { kind: 'cancel-bid', bids: [OFFER] },
    button: 'Cancel bid',
    success: 'Bid canceled',
    failure: FAILED,
    declined: REJECTED,
  },
  'accept a bid': {
    request: { kind: 'accept-bid', tokens: [TOKEN] },
    button: 'Accept bid',
    success: 'Bid accepted',
    failure: 'Error Accepting Bid',
    declined: 'Error Accepting Bid',
  },
  claim: {
    request: { kind: 'claim', claim: CLAIM },
    button: 'Claim',
    success: 'NFT claimed',
    failure: 'Error Claiming NFT',
    declined: 'Error Claiming NFT',
  },
  'take back': {
    request: { kind: 'take-back', sent: SENT },
    button: 'Take back',
    success: 'Item taken back',
    failure: FAILED,
    declined: REJECTED,
  },
  transfer: {
    request: { kind: 'transfer', tokens: [TOKEN] },
    button: 'Transfer',
    success: 'Item transferred',
    failure: FAILED,
    declined: REJECTED,
    field: ['To', `0x${'5e'.repeat(32)}`],
  },
  boost: {
    request: { kind: 'prepared', prepared: prepared({ failure: 'Error Reslisting Tokens' }) },
    button: 'Boost',
    success: 'Relisting successful',
    failure: 'Error Reslisting Tokens',
    declined: 'Error Reslisting Tokens',
  },
  'clean up': {
    request: { kind: 'prepared', prepared: prepared({ title: 'Cancel 2 stale orders', button: 'Take them back' }) },
    button: 'Take them back',
    success: 'Relisting successful',
    failure: FAILED,
    declined: REJECTED,
  },
}
