import { CLIENTS_PER_SITE } from '@opal/domain/limits/client'
import { shareOf } from '@opal/domain/limits/holdings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Call, type QueueBounds, RequestQueue } from './request-queue.ts'
import {
  COST,
  clients,
  count,
  holdersOf,
  isExpensive,
  letIn,
  network,
  of,
  places,
  still,
} from './testing/queued-calls.ts'

const isLong = (call: Call) => call.mayTakeLong === true || isExpensive(call)

/** A queue, with who runs and who waits. */
class WatchedQueue {
  now = 0
  readonly running: Call[] = []
  readonly waiting: Call[] = []
  readonly #bounds: QueueBounds
  readonly #queue: RequestQueue

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds
    this.#queue = new RequestQueue(bounds, () => this.now)
  }

  /** Returns the call that is refused because of this one, if any. */
  async begin(asked: Call): Promise<Call | null> {
    const call = { ...asked }
    this.waiting.push(call)
    const before = this.#refused.length
    const leave = () => this.waiting.splice(this.waiting.indexOf(call), 1)
    const turn = this.#queue.begin(call)
    if (turn === null) this.running.push(...leave())
    else
      void turn.then(
        () => this.running.push(...leave()),
        () => this.#refused.push(...leave()),
      )
    await new Promise(setImmediate)
    return this.#refused[before] ?? null
  }
  readonly #refused: Call[] = []

  /** Ends the calls that began first. */
  async end(calls: number): Promise<void> {
    for (const call of this.running.splice(0, calls)) this.#queue.end(call)
    await new Promise(setImmediate)
  }

  mayRun(call: Call): boolean {
    const { running, runningExpensive, runningPerClient } = this.#bounds
    if (this.running.length >= running) return false
    if (isExpensive(call) && count(this.running, isExpensive) >= runningExpensive) return false
    if (isLong(call) && count(this.running, isLong) >= Math.max(1, running - 1)) return false
    return (call.client ?? []).every(
      (sharer) => holdersOf(this.running, sharer) < shareOf(sharer, running, runningPerClient),
    )
  }
}

describe('queued calls, whatever they are,', () => {
  it('of others are refused for no flood from one IPv6 /48, and wait for eight of its calls at most, whatever it sends', async () => {
    const cost = fc.constantFrom(COST, 400, 3_000)
    const bounds = fc.record({
      running: fc.integer({ min: 1, max: 6 }),
      runningExpensive: fc.integer({ min: 1, max: 3 }),
      runningPerClient: fc.integer({ min: 1, max: 3 }),
      waiting: fc.integer({ min: 20, max: 40 }),
      waitingExpensive: fc.integer({ min: 8, max: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(
        bounds,
        fc.array(cost, { minLength: 50, maxLength: 200 }),
        cost,
        async (bound, flooding, costMs) => {
          const flood = flooding.map((each, at) => of(network(at), each))
          const { order, refused } = await letIn(still(bound), [...flood, of('user', costMs)])
          expect(refused).not.toContain('user')
          // Those that run, and those of the same cost that were due before: one of each of eight clients, and quicker ones.
          if (costMs === COST)
            expect(places(order, 'user')[0]).toBeLessThanOrEqual(bound.running + flood.length / CLIENTS_PER_SITE)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are begun as soon as they may be, and refused for their cost only where no client has more expensive ones waiting', async () => {
    const call = fc.record({ client: clients, costMs: fc.constantFrom(10, 40, 400, 3_000), mayTakeLong: fc.boolean() })
    const step = fc.record({ call, afterMs: fc.nat(5_000), ends: fc.nat(2) })
    const bounds = fc.record({
      running: fc.integer({ min: 1, max: 6 }),
      runningExpensive: fc.integer({ min: 1, max: 3 }),
      runningPerClient: fc.integer({ min: 1, max: 4 }),
      waiting: fc.constant(1_000),
      waitingExpensive: fc.integer({ min: 1, max: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(bounds, fc.array(step, { minLength: 30, maxLength: 80 }), async (bound, steps) => {
        const watched = new WatchedQueue(bound)
        for (const { call: asked, afterMs, ends } of steps) {
          watched.now += afterMs
          await watched.end(ends)
          expect(watched.waiting.filter((one) => watched.mayRun(one))).toEqual([])
          const waiting = [...watched.waiting, asked]
          const refused = await watched.begin(asked)
          expect(watched.waiting.filter((one) => watched.mayRun(one))).toEqual([])
          if (refused === null) continue
          const expensive = waiting.filter(isExpensive)
          const loadOf = ({ client }: Call) =>
            Math.max(0, ...(client ?? []).map((sharer) => holdersOf(expensive, sharer) / sharer.clients))
          expect(isExpensive(refused)).toBe(true)
          expect(loadOf(refused)).toBe(Math.max(...expensive.map(loadOf)))
        }
      }),
    )
  })

  it('run every call that they do not refuse, once, and never more at a time than allowed', async () => {
    const call = fc.record({ client: clients, costMs: fc.integer({ min: 1, max: 50 }) })
    const bound = fc.integer({ min: 1, max: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 60 }),
        bound,
        bound,
        bound,
        async (calls, running, runningExpensive, runningPerClient) => {
          const turns = new RequestQueue({
            running,
            runningExpensive,
            runningPerClient,
            waiting: 100,
            waitingExpensive: 100,
          })
          const open: Call[] = []
          let most = 0
          const work = async (one: Call) => {
            await turns.begin(one)
            open.push(one)
            most = Math.max(most, open.length)
            for (const sharer of one.client ?? [])
              expect(holdersOf(open, sharer)).toBeLessThanOrEqual(shareOf(sharer, running, runningPerClient))
            await new Promise(setImmediate)
            open.splice(open.indexOf(one), 1)
            turns.end(one)
          }
          await Promise.all(calls.map(work))
          expect(most).toBeLessThanOrEqual(running)
          expect(open).toEqual([])
        },
      ),
      { numRuns: 50 },
    )
  })
})
