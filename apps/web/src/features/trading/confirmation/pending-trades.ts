import { createStore } from '../../../shared/hooks/store.ts'
import {
  isAbsentOr,
  isAddress,
  isBoolean,
  isListOf,
  isNullOr,
  isNumber,
  isObject,
  isOneOf,
  isString,
  isText,
  isWhole,
} from '../../../shared/storage/guards.ts'
import { followStored, readStored, writeStored } from '../../../shared/storage/storage.ts'
import { isSubmittedHere } from './settled-listeners.ts'
import { isAwaitedHere } from './wallet-request-lock.ts'

const KEY = 'opal.transactions'
/** Trades that have ended, and trades in all: those under way are followed, however many there are. */
const MAX_ENDED = 20
const MAX_TRADES = 200

const STATES = ['asking', 'unanswered', 'submitted', 'indexing', 'confirmed', 'failed', 'lost'] as const

/** A transaction that this browser asked a wallet for. */
export interface Trade {
  readonly id: string
  /** Null until the wallet has submitted it. */
  readonly hash: string | null
  /** The signer. */
  readonly walletAddress: string
  readonly kind: string
  /** The called function, or `script`: identifies a transaction on chain when the wallet never returned its hash. */
  readonly call: string
  /** Sequence number of the account just before the wallet was asked; null when the node failed, or another transaction used it. */
  readonly sequenceNumber: string | null
  /** Progress label, such as "Buying Monkey #9". */
  readonly doing: string
  /** Toasts of success and failure. */
  readonly success: string
  readonly failure: string
  readonly image: string | null
  /** Tokens that it transfers or changes. */
  readonly tokenDataIds: readonly string[]
  /** Keys of the bids that it cancels or fills; absent in trades of an earlier version of the site. */
  readonly bids?: readonly string[] | undefined
  /** Time of the request to the wallet, or of its submission. */
  readonly submittedAtMs: number
  /**
   * `asking`: waits for the wallet; `unanswered`: the page was closed before the wallet answered; `submitted`: waits for the
   * chain; `indexing`: on chain, not yet in the index; `confirmed`: in the index; `failed`: the chain refused it; `lost`: unknown
   * to the node after a long wait, or never reported by the wallet.
   */
  readonly state: (typeof STATES)[number]
  /** Ledger version, decimal; null until committed. */
  readonly version: string | null
  /** Why it failed, in words; null otherwise. */
  readonly sentence: string | null
  /** Why it failed, in the words of the chain; absent otherwise. */
  readonly vmStatus?: string | undefined
  /** The page that asked for it was reloaded or closed before it ended: nothing else shows its end, so it stays in the tray. */
  readonly isLeft?: boolean | undefined
}

const isTrade = isObject({
  id: isText(/^[\w-]{1,64}$/),
  hash: isNullOr(isText(/^0x[0-9a-f]{1,64}$/i)),
  walletAddress: isAddress,
  kind: isString,
  call: isString,
  sequenceNumber: isNullOr(isWhole),
  doing: isString,
  success: isString,
  failure: isString,
  image: isNullOr(isString),
  tokenDataIds: isListOf(isString, 100),
  bids: isAbsentOr(isListOf(isString, 100)),
  submittedAtMs: isNumber,
  state: isOneOf(STATES),
  version: isNullOr(isWhole),
  sentence: isNullOr(isString),
  vmStatus: isAbsentOr(isString),
  isLeft: isAbsentOr(isBoolean),
})

/** Trades of this browser, latest first. They survive a reload; the chain decides on the state of each. */
export const trades = createStore<readonly Trade[]>([])

/** Reads the stored trades, and follows changes by other tabs of the site. @returns a function that stops following. */
export function openTrades(): () => void {
  // A reload drops confirmed trades that the page before has shown.
  if (trades.get().length === 0) changeStored((stored) => stored.filter(isInTray).map(leave))
  return followStored([KEY], () => trades.set(currentTrades()))
}

/** Returns a trade as one that its page has left, where it has not ended for good. */
function leave(trade: Trade): Trade {
  return isSettled(trade) && !mayStillCome(trade) ? trade : { ...trade, isLeft: true }
}

/** Returns whether the tray shows a trade: a toast or a dialog has shown the success of one that its page has awaited. */
export function isInTray({ state, isLeft }: Pick<Trade, 'state' | 'isLeft'>): boolean {
  return state !== 'confirmed' || isLeft === true
}

/** Whether the trades of this page could be stored: a full storage holds those of before. */
let isStored = true

/**
 * Returns the stored trades; those of this page where storage is full or forbidden. Nothing locks it: another tab that writes at
 * the same moment has not read what this page has added, which stays as long as it is under way.
 */
function currentTrades(): readonly Trade[] {
  const stored = isStored ? readStored(KEY, isListOf(isTrade, MAX_TRADES)) : null
  if (stored === null) return trades.get()
  const isMissing = (trade: Trade) => isUnderWayHere(trade) && !stored.some(({ id }) => id === trade.id)
  const missing = trades.get().filter(isMissing)
  return missing.length === 0 ? stored : [...missing, ...stored]
}

function isUnderWayHere(trade: Trade): boolean {
  return !isSettled(trade) && (isAwaitedHere(trade.id) || isSubmittedHere(trade.id))
}

/** Adds a trade that the wallet is asked for. */
export function addTrade(added: Trade): void {
  changeStored((stored) => withRoom([added, ...stored.filter(({ id }) => id !== added.id)]))
}

/** Leaves out the oldest of the trades that have ended for good, and of all only where there are very many. */
function withRoom(list: readonly Trade[]): readonly Trade[] {
  let ended = 0
  const kept = list.filter((trade) => {
    if (!isSettled(trade) || mayStillCome(trade)) return true
    ended += 1
    return ended <= MAX_ENDED
  })
  return kept.slice(0, MAX_TRADES)
}

/** Updates a trade; ignores one that has been removed. */
export function updateTrade(id: string, change: Partial<Trade>): void {
  changeStored((stored) => stored.map((one) => (one.id === id ? { ...one, ...change } : one)))
}

/** Marks a trade as unanswered: no page waits for the wallet any more, so only the chain can tell whether it was sent. */
export function leaveUnanswered(id: string): void {
  changeStored((stored) =>
    stored.map((one) =>
      one.id === id && one.state === 'asking' ? { ...one, state: 'unanswered', isLeft: true } : one,
    ),
  )
}

const STOPPED = 'You stopped waiting for it. If your wallet is still asking, decline it.'

/**
 * Gives up a trade whose page was closed while the wallet was asked, as a user does who knows that nothing was approved: what it is about can be
 * traded again. The chain is still looked at.
 */
export function stopWaiting(id: string): void {
  changeStored((stored) =>
    stored.map((one) =>
      one.id === id && one.state === 'unanswered' ? { ...one, state: 'lost', sentence: STOPPED } : one,
    ),
  )
}

/** Removes a trade that the user declined. */
export function dropTrade(id: string): void {
  changeStored((stored) => stored.filter((one) => one.id !== id))
}

/** Removes a settled trade from the tray; ignores a pending one. */
export function dismissTrade(id: string): void {
  changeStored((stored) => stored.filter((one) => one.id !== id || !isSettled(one)))
}

const PURCHASES: ReadonlySet<string> = new Set(['buy', 'buy-cart', 'sweep'])

/** Returns whether a trade buys items. */
export function isPurchase({ kind }: Pick<Trade, 'kind'>): boolean {
  return PURCHASES.has(kind)
}

/** Returns whether a trade has ended. */
export function isSettled({ state }: Pick<Trade, 'state'>): boolean {
  return state === 'confirmed' || state === 'failed' || state === 'lost'
}

/** Returns whether a lost trade may still appear on chain: a wallet's window outlives the page, and an answer can get lost. */
export function mayStillCome({ state, hash, sequenceNumber }: Pick<Trade, 'state' | 'hash' | 'sequenceNumber'>) {
  return state === 'lost' && (hash !== null || sequenceNumber !== null)
}

/** Changes the stored trades: another tab may have changed them since this page loaded them. */
function changeStored(change: (stored: readonly Trade[]) => readonly Trade[]): void {
  const next = change(currentTrades())
  trades.set(next)
  isStored = writeStored(KEY, next)
}
