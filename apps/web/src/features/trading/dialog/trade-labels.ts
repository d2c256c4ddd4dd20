import type { TradeKind, TradeRequest } from '../../../entities/order/trade-request.ts'
import type { Trade } from '../confirmation/pending-trades.ts'

/** Labels of a kind of trade. */
export interface TradeLabels {
  /** Of the dialog. */
  readonly title: string
  /** The one button's word. */
  readonly button: string
  /** Begins the tray's line. */
  readonly doing: string
  /** Toasts of either end. */
  readonly success: string
  readonly failure: string
}

/** Toast of a failure without a message of its own. @source docs/product/trading.md#failed-transactions */
const FAILED = 'Failed to execute transaction.'
/** @source docs/product/trading.md#messages */
export const REQUEST_REJECTED = 'Request Rejected'
const BUY = {
  title: 'BUY ITEMS',
  button: 'Confirm purchase',
  doing: 'Buying',
  success: 'Buying successful',
  failure: REQUEST_REJECTED,
}

/**
 * @source docs/product/trading.md#messages
 */
const LABELS: Readonly<Record<Exclude<TradeKind, 'prepared'>, TradeLabels>> = {
  buy: BUY,
  'buy-cart': BUY,
  sweep: { ...BUY, title: 'MAGIC BUY' },
  list: { title: 'LIST ITEMS', button: 'List', doing: 'Listing', success: 'Listing successful', failure: FAILED },
  'update-price': {
    title: 'EDIT PRICE',
    button: 'Edit price',
    doing: 'Changing the price of',
    success: 'Price updated',
    failure: FAILED,
  },
  relist: {
    title: 'MOVE LISTINGS',
    button: 'Move',
    doing: 'Moving',
    success: 'Listings moved',
    failure: 'Error Reslisting Tokens',
  },
  delist: {
    title: 'DELIST ITEMS',
    button: 'Delist',
    doing: 'Delisting',
    success: 'Delisting successful',
    failure: FAILED,
  },
  'accept-bid': {
    title: 'ACCEPT BID',
    button: 'Accept bid',
    doing: 'Selling',
    success: 'Bid accepted',
    failure: 'Error Accepting Bid',
  },
  'token-bid': bidLabels('Place Bid'),
  'bid-above-floor': bidLabels('Bid above floor'),
  'collection-bid': bidLabels('Place Collection Bid'),
  'cancel-bid': {
    title: 'CANCEL BIDS',
    button: 'Cancel bid',
    doing: 'Cancelling the bid on',
    success: 'Bid cancelled',
    failure: FAILED,
  },
  claim: {
    title: 'Claim NFT',
    button: 'Claim',
    doing: 'Claiming',
    success: 'NFT claimed',
    failure: 'Error Claiming NFT',
  },
  transfer: {
    title: 'TRANSFER ITEMS',
    button: 'Transfer',
    doing: 'Transferring',
    success: 'Transfer successful',
    failure: FAILED,
  },
}

const CANCEL_BIDS = {
  ...LABELS['cancel-bid'],
  button: 'Cancel bids',
  doing: 'Cancelling the bids on',
  success: 'Bids cancelled',
}

/** Returns the labels of a trade. */
export function tradeLabels(request: TradeRequest): TradeLabels {
  if (request.kind === 'cancel-bid' && request.bids.length > 1) return CANCEL_BIDS
  if (request.kind !== 'prepared') return LABELS[request.kind]
  const { title, button, doing, success, failure = FAILED } = request.prepared
  return { title, button, doing, success, failure }
}

/**
 * Returns the toast of a decline in the wallet: the action's own failure toast where it has one.
 * @source docs/product/trading.md#messages
 */
export function declinedMessage(failure: string): string {
  return failure === FAILED ? REQUEST_REJECTED : failure
}

function bidLabels(title: string): TradeLabels {
  return { title, button: title, doing: 'Bidding on', success: `${title} Sucessful`, failure: FAILED }
}

/** Returns the label of a trade's state. */
export function tradeStateLabel({ state, sentence }: Pick<Trade, 'state' | 'sentence'>): string {
  switch (state) {
    case 'asking':
      return 'Waiting for your wallet'
    case 'unanswered':
      return 'The page was closed while your wallet was asked. Checking the chain for it'
    case 'submitted':
      return 'Submitted. Waiting for confirmation'
    case 'indexing':
      return 'Confirmed. Updating your portfolio'
    case 'confirmed':
      return 'Confirmed'
    case 'failed':
      return sentence ?? 'Failed'
    case 'lost':
      return (
        sentence ?? 'The node does not know this transaction. It was most likely dropped, and then nothing was moved.'
      )
  }
}
