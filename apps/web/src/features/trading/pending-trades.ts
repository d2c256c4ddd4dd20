import { isListOf, isNullOr, isNumber, isObject, isOneOf, isString, isText } from '../../lib/guards.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

const KEY = 'opal.trades'
const MOST_KEPT = 20

const KINDS = ['buy', 'list', 'delist'] as const
const STATES = ['submitted', 'indexing', 'confirmed', 'failed', 'lost'] as const

/** A transaction that this browser submitted. */
export interface Trade {
  readonly hash: string
  readonly kind: (typeof KINDS)[number]
  readonly tokenDataId: string
  readonly tokenName: string
  readonly tokenImage: string | null
  /** Octas of what was bought or listed; null when delisting. */
  readonly priceOctas: string | null
  readonly submittedAtMs: number
  /**
   * `submitted`: the node has not said yet; `indexing`: on chain, not yet in the index; `confirmed`: read back;
   * `failed`: the chain refused it; `lost`: the node does not know it after a long wait.
   */
  readonly state: (typeof STATES)[number]
  /** Ledger version, decimal; null until committed. */
  readonly version: string | null
  /** Why it failed, in words; null otherwise. */
  readonly sentence: string | null
}

const isTrade = isObject({
  hash: isText(/^0x[0-9a-f]{1,64}$/i),
  kind: isOneOf(KINDS),
  tokenDataId: isString,
  tokenName: isString,
  tokenImage: isNullOr(isString),
  priceOctas: isNullOr(isText(/^\d{1,20}$/)),
  submittedAtMs: isNumber,
  state: isOneOf(STATES),
  version: isNullOr(isText(/^\d{1,20}$/)),
  sentence: isNullOr(isString),
})

/** Trades of this browser, latest first. They survive a reload; the chain has the last word on each. */
export const trades = createStore<readonly Trade[]>([])

/** Reads what the browser kept from before. */
export function openTrades(): void {
  const kept = readStored(KEY, isListOf(isTrade, MOST_KEPT)) ?? []
  // What had ended well is old news after a reload.
  if (trades.get().length === 0) trades.set(kept.filter(({ state }) => state !== 'confirmed'))
}

export function addTrade(added: Trade): void {
  keep([added, ...trades.get().filter(({ hash }) => hash !== added.hash)].slice(0, MOST_KEPT))
}

export function updateTrade(hash: string, change: Partial<Trade>): void {
  keep(trades.get().map((one) => (one.hash === hash ? { ...one, ...change } : one)))
}

/** Takes a settled trade out of the tray. One under way stays. */
export function dismissTrade(hash: string): void {
  keep(trades.get().filter((one) => one.hash !== hash || !isSettled(one)))
}

/** Is there nothing more to wait for? */
export function isSettled({ state }: Trade): boolean {
  return state === 'confirmed' || state === 'failed' || state === 'lost'
}

function keep(next: readonly Trade[]): void {
  trades.set(next)
  writeStored(KEY, next)
}
