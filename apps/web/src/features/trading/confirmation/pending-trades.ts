import { createStore } from '../../../shared/hooks/store.ts'
import { isListOf, isNullOr, isNumber, isObject, isOneOf, isString, isText } from '../../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../../shared/storage/storage.ts'

const KEY = 'opal.transactions'
const MAX_TRADES = 20

const STATES = ['asking', 'unanswered', 'submitted', 'indexing', 'confirmed', 'failed', 'lost'] as const

/** A transaction that this browser asked a wallet for. */
export interface Trade {
  readonly id: string
  /** Null until the wallet has sent it. */
  readonly hash: string | null
  /** The signer. */
  readonly walletAddress: string
  readonly kind: string
  /** The called function, or `script`: by it a transaction is known again whose hash was never heard. */
  readonly call: string
  /** Of the account just before the wallet was asked; null when the node did not say, or when something else has taken it. */
  readonly sequenceNumber: string | null
  /** Progress label, such as "Buying Monkey #9". */
  readonly doing: string
  /** Toasts of either end. */
  readonly success: string
  readonly failure: string
  readonly image: string | null
  /** Tokens that change hands or state by it. */
  readonly tokenDataIds: readonly string[]
  /** Time of the request to the wallet, or of its submission. */
  readonly submittedAtMs: number
  /**
   * `asking`: the wallet has been asked; `unanswered`: the page was closed before it answered; `submitted`: the node has
   * not said yet; `indexing`: on chain, not yet in the index; `confirmed`: read back; `failed`: the chain refused it;
   * `lost`: nobody knows it after a long wait, or the wallet did not say that it sent it.
   */
  readonly state: (typeof STATES)[number]
  /** Ledger version, decimal; null until committed. */
  readonly version: string | null
  /** Why it failed, in words; null otherwise. */
  readonly sentence: string | null
}

const isTrade = isObject({
  id: isText(/^[\w-]{1,64}$/),
  hash: isNullOr(isText(/^0x[0-9a-f]{1,64}$/i)),
  walletAddress: isText(/^0x[0-9a-f]{64}$/),
  kind: isString,
  call: isString,
  sequenceNumber: isNullOr(isText(/^\d{1,20}$/)),
  doing: isString,
  success: isString,
  failure: isString,
  image: isNullOr(isString),
  tokenDataIds: isListOf(isString, 100),
  submittedAtMs: isNumber,
  state: isOneOf(STATES),
  version: isNullOr(isText(/^\d{1,20}$/)),
  sentence: isNullOr(isString),
})

/** Trades of this browser, latest first. They survive a reload; the chain has the last word on each. */
export const trades = createStore<readonly Trade[]>([])

/** Reads what the browser kept from before, and from then on what other tabs of the site keep. @returns stops listening. */
export function openTrades(): () => void {
  // What had ended well is old news after a reload.
  if (trades.get().length === 0) changeStored((stored) => stored.filter(({ state }) => state !== 'confirmed'))
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) trades.set(readStoredTrades() ?? [])
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function readStoredTrades(): readonly Trade[] | null {
  return readStored(KEY, isListOf(isTrade, MAX_TRADES))
}

/** Notes a trade that the wallet is asked for. */
export function addTrade(added: Trade): void {
  changeStored((stored) => [added, ...stored.filter(({ id }) => id !== added.id)].slice(0, MAX_TRADES))
}

/** Notes what became of a trade; one that is gone stays gone. */
export function updateTrade(id: string, change: Partial<Trade>): void {
  changeStored((stored) => stored.map((one) => (one.id === id ? { ...one, ...change } : one)))
}

/** Nobody waits for the wallet's answer any more: whether it was sent, only the chain can tell. */
export function leaveUnanswered(id: string): void {
  changeStored((stored) =>
    stored.map((one) => (one.id === id && one.state === 'asking' ? { ...one, state: 'unanswered' } : one)),
  )
}

/** Forgets what came to nothing: the person declined. */
export function dropTrade(id: string): void {
  changeStored((stored) => stored.filter((one) => one.id !== id))
}

/** Takes a settled trade out of the tray. One under way stays. */
export function dismissTrade(id: string): void {
  changeStored((stored) => stored.filter((one) => one.id !== id || !isSettled(one)))
}

/** Returns whether a trade has ended. */
export function isSettled({ state }: Pick<Trade, 'state'>): boolean {
  return state === 'confirmed' || state === 'failed' || state === 'lost'
}

/** Given up, and yet the chain may still show it: a wallet's window outlives the page, and an answer can get lost. */
export function mayStillCome({ state, hash, sequenceNumber }: Pick<Trade, 'state' | 'hash' | 'sequenceNumber'>) {
  return state === 'lost' && (hash !== null || sequenceNumber !== null)
}

/** Changes the stored trades: another tab may have changed them since this page loaded them. */
function changeStored(change: (stored: readonly Trade[]) => readonly Trade[]): void {
  const next = change(readStoredTrades() ?? trades.get())
  trades.set(next)
  writeStored(KEY, next)
}

/** Returns whether a query loads for the first time. Failed lookups do not block the trade. */
export function isStillComing({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean {
  return isPending && failureCount === 0
}
