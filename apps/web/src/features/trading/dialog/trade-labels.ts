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
const REQUEST_REJECTED = 'Request Rejected'
const BUY = {
  title: 'BUY ITEMS',
  button: 'Confirm purchase',
  doing: 'Buying',
  success: 'Buying successful',
  failure: REQUEST_REJECTED,
}

/**
 * Returns the labels of a kind of trade for a number of items.
 * @source docs/product/trading.md#messages, docs/product/trading.md#dialog-titles
 */
function labelsOf(kind: Exclude<TradeKind, 'prepared'>, count: number): TradeLabels {
  /** Chooses the words for one item or for several. */
  const forCount = (one: string, several: string) => (count > 1 ? several : one)
  switch (kind) {
    case 'buy':
    case 'buy-cart':
      return BUY
    case 'sweep':
      return { ...BUY, title: 'Magic buy' }
    case 'list':
      return {
        title: forCount('List item', `List ${count} items`),
        button: forCount('List', `List ${count} items`),
        doing: 'Listing',
        success: forCount('Item listed', 'Items listed'),
        failure: FAILED,
      }
    case 'update-price':
      return {
        title: forCount('Edit listing', `Edit ${count} listings`),
        button: 'Save changes',
        doing: 'Editing the listing of',
        success: forCount('Listing updated', 'Listings updated'),
        failure: FAILED,
      }
    case 'relist':
      return {
        title: forCount('Move listing', `Move ${count} listings`),
        button: forCount('Move', `Move ${count} listings`),
        doing: 'Moving',
        success: forCount('Listing moved', 'Listings moved'),
        failure: 'Error Reslisting Tokens',
      }
    case 'delist':
      return {
        title: forCount('Delist item', `Delist ${count} items`),
        button: forCount('Delist', `Delist ${count} items`),
        doing: 'Delisting',
        success: forCount('Item delisted', 'Items delisted'),
        failure: FAILED,
      }
    case 'accept-bid':
      return {
        title: forCount('Accept bid', `Accept ${count} bids`),
        button: forCount('Accept bid', `Accept ${count} bids`),
        doing: 'Selling',
        success: forCount('Bid accepted', 'Bids accepted'),
        failure: 'Error Accepting Bid',
      }
    case 'token-bid':
      return bidLabels('Place Bid')
    case 'bid-above-floor':
      return bidLabels('Bid above floor')
    case 'collection-bid':
      return bidLabels('Place Collection Bid')
    case 'set-bid':
      return bidLabels('Place Trait Bid')
    case 'order':
      return bidLabels('Make an Order')
    case 'pool-deposit':
      return {
        title: 'Deposit into your bid pool',
        button: 'Deposit',
        doing: 'Depositing into',
        success: 'Deposit complete',
        failure: FAILED,
      }
    case 'pool-withdrawal':
      return {
        title: 'Withdraw from your bid pool',
        button: 'Withdraw',
        doing: 'Withdrawing from',
        success: 'Withdrawal complete',
        failure: FAILED,
      }
    case 'cancel-bid':
      return {
        title: forCount('Cancel bid', `Cancel ${count} bids`),
        button: forCount('Cancel bid', `Cancel ${count} bids`),
        doing: forCount('Canceling the bid on', 'Canceling the bids on'),
        success: forCount('Bid canceled', 'Bids canceled'),
        failure: FAILED,
      }
    case 'claim':
      return {
        title: 'Claim NFT',
        button: 'Claim',
        doing: 'Claiming',
        success: 'NFT claimed',
        failure: 'Error Claiming NFT',
      }
    case 'take-back':
      return {
        title: 'Take back item',
        button: 'Take back',
        doing: 'Taking back',
        success: 'Item taken back',
        failure: FAILED,
      }
    case 'transfer':
      return {
        title: forCount('Transfer item', `Transfer ${count} items`),
        button: forCount('Transfer', `Transfer ${count} items`),
        doing: 'Transferring',
        success: forCount('Item transferred', 'Items transferred'),
        failure: FAILED,
      }
  }
}

/**
 * Returns the labels of a trade.
 * @param count the items that the dialog has now: some may have been removed from those of the request.
 */
export function tradeLabels(request: TradeRequest, count: number): TradeLabels {
  if (request.kind !== 'prepared') return labelsOf(request.kind, count)
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
      return 'The page was closed while your wallet was asking. Checking the chain'
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
        sentence ??
        'The network doesn’t know this transaction. It was most likely dropped. Check your wallet’s activity before you try again.'
      )
  }
}

/** Returns the label for the proceeds of listings; where the price falls, they fall with every step. */
export function proceedsLabel(isMany: boolean, isFalling: boolean): string {
  if (isFalling) return isMany ? 'You receive at the starting prices' : 'You receive at the starting price'
  return isMany ? 'You receive when they sell' : 'You receive when it sells'
}
