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
const BUY: TradeLabels = {
  title: 'BUY ITEMS',
  button: 'Confirm purchase',
  doing: 'Buying',
  success: 'Buying successful',
  failure: REQUEST_REJECTED,
}

/**
 * Labels of each kind of trade, or a function from the number of its items to them.
 * @source docs/product/trading.md#messages, docs/product/trading.md#dialog-titles
 */
const LABELS: Readonly<Record<Exclude<TradeKind, 'prepared'>, TradeLabels | ((count: number) => TradeLabels)>> = {
  buy: BUY,
  'buy-cart': BUY,
  sweep: { ...BUY, title: 'Magic buy' },
  list: (count) => countedLabels(count, { verb: 'List', noun: 'item', doing: 'Listing', done: 'listed' }),
  'update-price': (count) => ({
    ...countedLabels(count, { verb: 'Edit', noun: 'listing', doing: 'Editing the listing of', done: 'updated' }),
    button: 'Save changes',
  }),
  relist: (count) => ({
    ...countedLabels(count, { verb: 'Move', noun: 'listing', doing: 'Moving', done: 'moved' }),
    failure: 'Error Reslisting Tokens',
  }),
  delist: (count) => countedLabels(count, { verb: 'Delist', noun: 'item', doing: 'Delisting', done: 'delisted' }),
  'accept-bid': (count) => ({
    ...countedLabels(count, { verb: 'Accept', noun: 'bid', doing: 'Selling', done: 'accepted' }),
    failure: 'Error Accepting Bid',
  }),
  'token-bid': bidLabels('Place Bid'),
  'bid-above-floor': bidLabels('Bid above floor'),
  'collection-bid': bidLabels('Place Collection Bid'),
  'set-bid': bidLabels('Place Trait Bid'),
  order: bidLabels('Make an Order'),
  'pool-deposit': {
    title: 'Deposit into your bid pool',
    button: 'Deposit',
    doing: 'Depositing into',
    success: 'Deposit complete',
    failure: FAILED,
  },
  'pool-withdrawal': {
    title: 'Withdraw from your bid pool',
    button: 'Withdraw',
    doing: 'Withdrawing from',
    success: 'Withdrawal complete',
    failure: FAILED,
  },
  'cancel-bid': (count) => {
    const doing = count > 1 ? 'Canceling the bids on' : 'Canceling the bid on'
    return countedLabels(count, { verb: 'Cancel', noun: 'bid', doing, done: 'canceled' })
  },
  claim: {
    title: 'Claim NFT',
    button: 'Claim',
    doing: 'Claiming',
    success: 'NFT claimed',
    failure: 'Error Claiming NFT',
  },
  'take-back': {
    title: 'Take back item',
    button: 'Take back',
    doing: 'Taking back',
    success: 'Item taken back',
    failure: FAILED,
  },
  transfer: (count) =>
    countedLabels(count, { verb: 'Transfer', noun: 'item', doing: 'Transferring', done: 'transferred' }),
}

interface CountedTrade {
  readonly verb: string
  readonly noun: 'item' | 'listing' | 'bid'
  readonly doing: string
  /** Participle of the toast. */
  readonly done: string
}

/** Returns labels that name how many items are traded. For one item the button is the verb only, except for bids: "Accept" would be unclear. */
function countedLabels(count: number, { verb, noun, doing, done }: CountedTrade): TradeLabels {
  const title = count > 1 ? `${verb} ${count} ${noun}s` : `${verb} ${noun}`
  const subject = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}${count > 1 ? 's' : ''}`
  return {
    title,
    button: count > 1 || noun === 'bid' ? title : verb,
    doing,
    success: `${subject} ${done}`,
    failure: FAILED,
  }
}

/**
 * Returns the labels of a trade.
 * @param count the items that the dialog has now: some may have been removed from those of the request.
 */
export function tradeLabels(request: TradeRequest, count: number): TradeLabels {
  if (request.kind !== 'prepared') {
    const labels = LABELS[request.kind]
    return typeof labels === 'function' ? labels(count) : labels
  }
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
