import { EXPENSIVE_MS } from './request-queue.ts'

/** Duration of a usual call without load, milliseconds. */
const TYPICAL_MS = 10
/**
 * Factors by which a call that took longer, or shorter, than expected moves the expectation at most. They balance at the lower quartile:
 * under load every call takes longer, and the quickest quarter shows what a call costs by itself.
 */
const LONGER = 1.2
const SHORTER = 0.55
/**
 * Duration of a call from which on its route is one whose calls may take long, milliseconds, and how long it is one: a flood of long calls has
 * one of them each minute, and one long call of each route must not leave all of them one slot together for longer.
 */
const LONG_MS = 1_000
const LONG_FOR_MS = 60_000
/** Kinds whose cost is stored; the oldest that is not expensive is deleted first. */
const MAX_KINDS = 2_000

/**
 * Estimates the cost of each kind of call, in milliseconds: the lower quartile of its durations, at the speed of a machine without load.
 * The slowdown under load is measured over all kinds together, against the usual duration. A kind is a route and, after `?`, what is
 * asked of it: clients choose the latter, so an unseen kind is expected to cost as much as the most expensive one of its route.
 */
export class CallCosts {
  readonly #costs = new Map<string, number>()
  /** Until when calls of a route may take long, milliseconds. Routes are ours, so they are few. */
  readonly #longUntil = new Map<string, number>()
  readonly #now: () => number
  #typicalMs = TYPICAL_MS

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  of(kind: string): number {
    return this.withoutLoad(this.#costs.get(kind) ?? this.#unseen(kind))
  }

  /** Returns how long a call would have taken on a machine without load. */
  withoutLoad(ms: number): number {
    return ms / Math.max(1, this.#typicalMs / TYPICAL_MS)
  }

  /**
   * Returns whether a call of a kind's route took long lately, whatever is expected of most: clients choose what is asked, and quick calls
   * of the same kind disguise long ones.
   */
  mayTakeLong(kind: string): boolean {
    return (this.#longUntil.get(routeOf(kind)) ?? 0) > this.#now()
  }

  took(kind: string, ms: number): void {
    this.#noteLong(kind, ms)
    const known = this.#costs.get(kind)
    this.#costs.set(kind, known === undefined ? ms : moved(known, ms))
    this.#typicalMs = moved(this.#typicalMs, ms)
    if (this.#costs.size > MAX_KINDS) this.#deleteOldest()
  }

  #unseen(kind: string): number {
    const route = routeOf(kind)
    let most = this.#typicalMs
    for (const [known, ms] of this.#costs) if (ms > most && routeOf(known) === route) most = ms
    return most
  }

  /** Spares expensive kinds: calls of many cheap ones would evict them. */
  #deleteOldest(): void {
    const [oldest] = this.#costs.keys()
    const cheap = this.#costs.entries().find(([, ms]) => ms < EXPENSIVE_MS)
    const kind = cheap?.[0] ?? oldest
    if (kind !== undefined) this.#costs.delete(kind)
  }

  #noteLong(kind: string, ms: number): void {
    if (this.withoutLoad(ms) >= LONG_MS) this.#longUntil.set(routeOf(kind), this.#now() + LONG_FOR_MS)
  }

  /** Records a failed call, refused immediately or cut off late: it can only raise the expected cost. */
  failed(kind: string, ms: number): void {
    this.#noteLong(kind, ms)
    if (ms > (this.#costs.get(kind) ?? this.#typicalMs)) this.took(kind, ms)
  }
}

function routeOf(kind: string): string {
  return kind.split('?', 1)[0] ?? kind
}

function moved(known: number, ms: number): number {
  return ms > known ? Math.min(ms, known * LONGER) : Math.max(ms, known * SHORTER)
}
