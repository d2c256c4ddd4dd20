import { z } from 'zod'
import { readStored, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

const KEY = 'opal.trades'
const MOST_KEPT = 20

const trade = z.object({
  hash: z.string().regex(/^0x[0-9a-f]{1,64}$/i),
  kind: z.enum(['buy', 'list', 'delist']),
  tokenDataId: z.string(),
  tokenName: z.string(),
  tokenImage: z.string().nullable(),
  /** Octas of what was bought or listed; null when delisting. */
  priceOctas: z.string().nullable(),
  submittedAtMs: z.number(),
  /**
   * `submitted`: the node has not said yet; `indexing`: on chain, not yet in the index; `confirmed`: read back;
   * `failed`: the chain refused it; `lost`: the node does not know it after a long wait.
   */
  state: z.enum(['submitted', 'indexing', 'confirmed', 'failed', 'lost']),
  /** Ledger version, decimal; null until committed. */
  version: z.string().nullable(),
  /** Why it failed, in words; null otherwise. */
  sentence: z.string().nullable(),
})
/** A transaction that this browser submitted. */
export type Trade = z.output<typeof trade>

/** Trades of this browser, latest first. They survive a reload; the chain has the last word on each. */
export const trades = createStore<readonly Trade[]>([])

/** Reads what the browser kept from before. */
export function openTrades(): void {
  const kept = readStored(KEY, z.array(trade).max(MOST_KEPT)) ?? []
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
