import type { Sharer } from './client.ts'
import { ClientMap } from './client-map.ts'

/** Share of the time that a client may use before its calls are delayed: what a person uses who reads one page after the other. */
const SHARE = 0.02
/** Cost in milliseconds that a client may use in advance: some pages at once. A site gets none, since many sites would each start with as much. */
const CREDIT_MS = 50
/** Time in which two thirds of a client's excess are forgotten, milliseconds. */
const FORGET_MS = 10_000
/** Longest delay of a call for the use of its client, milliseconds. */
const MAX_DELAY_MS = 10_000

/** Use of a sharer beyond its share, in milliseconds of its share that make up for it; negative while it has some left. */
interface Excess {
  ms: number
  atMs: number
}

/** Measures how much clients, and their sites, used lately, as what their calls cost. */
export class RecentUse {
  readonly #excesses = new ClientMap<Excess>()

  /** Adds a call. @returns by how much it is delayed for the calls before it, milliseconds. */
  add(sharers: readonly Sharer[], costMs: number, nowMs: number): number {
    const delayMs = this.delayOf(sharers, nowMs)
    for (const sharer of sharers) {
      const ms = this.#excessOf(sharer, nowMs) + weightOf(sharer, costMs)
      this.#excesses.set(sharer.key, { ms, atMs: nowMs })
    }
    return delayMs
  }

  /** Returns by how much a call is delayed for the calls before it, milliseconds: the more, the more its client used lately. */
  delayOf(sharers: readonly Sharer[], nowMs: number): number {
    let delayMs = 0
    for (const sharer of sharers) delayMs = Math.max(delayMs, delayFor(this.#excessOf(sharer, nowMs)))
    return delayMs
  }

  /** Takes back a call that was refused. */
  remove(sharers: readonly Sharer[], costMs: number): void {
    for (const sharer of sharers) {
      const excess = this.#excesses.get(sharer.key)
      if (excess !== undefined) excess.ms -= weightOf(sharer, costMs)
    }
  }

  #excessOf({ key, clients }: Sharer, nowMs: number): number {
    const least = clients === 1 ? -CREDIT_MS / SHARE : 0
    return Math.max(least, excessAt(this.#excesses.get(key), nowMs) ?? least)
  }
}

function weightOf({ clients }: Sharer, costMs: number): number {
  return costMs / SHARE / clients
}

function excessAt(excess: Excess | undefined, nowMs: number): number | null {
  if (excess === undefined) return null
  const elapsed = nowMs - excess.atMs
  return (excess.ms > 0 ? excess.ms * Math.exp(-elapsed / FORGET_MS) : excess.ms) - elapsed
}

/** Delays more for more, but never without end. */
function delayFor(excessMs: number): number {
  return excessMs <= 0 ? 0 : (MAX_DELAY_MS * excessMs) / (excessMs + MAX_DELAY_MS)
}
