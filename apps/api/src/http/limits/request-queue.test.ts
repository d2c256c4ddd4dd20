import { CLIENTS_PER_SITE, clientAt, type Sharer } from '@opal/domain/limits/client'
import { shareOf } from '@opal/domain/limits/holdings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Call, type QueueBounds, RequestQueue } from './request-queue.ts'

const COST = 10
const of = (client: string | null, costMs = COST): Call => ({
  client: client === null ? null : clientAt(client),
  costMs,
})
const MANY = { running: 4, runningExpensive: 2, runningPerClient: 4, waiting: 10_000, waitingExpensive: 10_000 }

/** Queues requests of clients, one after the other at one time. @returns the order in which they are admitted. */
async function letIn(turns: RequestQueue, calls: readonly Call[]): Promise<{ order: string[]; refused: string[] }> {
  const order: string[] = []
  const refused: string[] = []
  const running: Call[] = []
  const begin = (call: Call) => {
    order.push(nameOf(call))
    running.push(call)
  }
  for (const call of calls) {
    const turn = turns.begin(call)
    if (turn === null) begin(call)
    else turn.then(() => begin(call)).catch(() => refused.push(nameOf(call)))
  }
  while (order.length + refused.length < calls.length) {
    const first = running.shift()
    if (first === undefined) throw new Error('no call is let in any more')
    turns.end(first)
    await new Promise(setImmediate)
  }
  for (const call of running) turns.end(call)
  return { order, refused }
}

const nameOf = ({ client }: Pick<Call, 'client'>) => client?.[0].key ?? 'own machine'
const places = (order: readonly string[], client: string) => order.flatMap((one, at) => (one === client ? [at] : []))
const still = (bounds: ConstructorParameters<typeof RequestQueue>[0]) => new RequestQueue(bounds, () => 0)

const network = (at: number, site = 1) => `2001:db8:${site}:${at.toString(16)}::1`
/** IPv4 addresses, networks of two sites, and this machine's programs. */
const clients = fc
  .oneof(
    fc.constantFrom('a', 'b', 'c', 'd', null),
    fc.integer({ min: 0, max: 40 }).map((at) => network(at)),
    fc.nat(2).map((at) => network(at, 2)),
  )
  .map((from) => of(from).client)

const isExpensive = ({ costMs }: Call) => costMs >= 40
const count = (calls: readonly Call[], isCounted: (call: Call) => boolean) => calls.filter(isCounted).length

const holdersOf = (calls: readonly Call[], { key }: Sharer) =>
  count(calls, ({ client }) => client?.some((sharer) => sharer.key === key) ?? false)

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
    return (call.client ?? []).every(
      (sharer) => holdersOf(this.running, sharer) < shareOf(sharer, running, runningPerClient),
    )
  }
}

describe('queued calls', () => {
  it('let a client that asks seldom pass a flood from one client', async () => {
    const flood = Array<Call>(500).fill(of('flood'))
    const { order } = await letIn(still(MANY), [...flood, of('user'), of('user')])
    expect(places(order, 'user')).toEqual([4, 5])
  })

  it('find slots free under a flood from one client, which occupies its share and no more', async () => {
    const turns = still({
      running: 12,
      runningExpensive: 3,
      runningPerClient: 4,
      waiting: 1_000,
      waitingExpensive: 1_000,
    })
    const flood = Array.from({ length: 500 }, () => turns.begin(of('flood')))
    expect(flood.filter((turn) => turn === null)).toHaveLength(4)
    expect(turns.begin(of('user'))).toBeNull()
    expect(turns.begin(of(null))).toBeNull()
  })

  it('run quick ones before expensive ones of a thousand clients', async () => {
    const flood = Array.from({ length: 5_000 }, (_, at) => of(`flood ${at % 1_000}`, COST * 2))
    const { order } = await letIn(still(MANY), [...flood, of('user'), of('user')])
    expect(places(order, 'user')).toEqual([4, 5])
  })

  it('find free slots while a thousand clients send expensive calls, few of which run at a time', async () => {
    const turns = still({
      running: 12,
      runningExpensive: 3,
      runningPerClient: 4,
      waiting: 5_000,
      waitingExpensive: 5_000,
    })
    const flood = Array.from({ length: 2_000 }, (_, at) => of(`flood ${at % 1_000}`, 400))
    const begun = flood.map((call) => turns.begin(call))
    expect(begun.filter((turn) => turn === null)).toHaveLength(3)
    for (let at = 0; at < 9; at += 1) expect(turns.begin(of(`user ${at}`)), `user ${at}`).toBeNull()
    // The next slots are for quick calls, and an expensive one begins where an expensive one ended.
    const late = turns.begin(of('late user'))
    turns.end(of('user 0'))
    await late
    let next = 0
    for (const turn of begun.filter((one) => one !== null)) void turn.then(() => (next += 1))
    turns.end(of('user 1'))
    await new Promise(setImmediate)
    expect(next).toBe(0)
    turns.end(of('flood 0', 400))
    await new Promise(setImmediate)
    expect(next).toBe(1)
  })

  it('let the site’s own programs, which ask for everyone, pass everyone, however much they ask', async () => {
    const turns = still(MANY)
    const many = Array<Call>(3_000).fill(of(null))
    await letIn(turns, many)
    const flood = Array.from({ length: 1_000 }, (_, at) => of(`flood ${at}`))
    const { order } = await letIn(turns, [...flood, of(null)])
    expect(places(order, 'own machine')).toEqual([4])
  })

  it('find slots free beside expensive calls of this machine’s programs', async () => {
    const queue = new RequestQueue()
    for (let each = 0; each < 60; each += 1) void queue.begin({ client: null, costMs: 6_000 })
    expect(queue.begin(of('a reader', 5))).toBeNull()
  })

  it('are begun in time however many quicker ones come', async () => {
    let now = 0
    const turns = new RequestQueue(
      { running: 1, runningExpensive: 1, runningPerClient: 1, waiting: 100_000, waitingExpensive: 100_000 },
      () => now,
    )
    turns.begin(of('first'))
    let begunAt: number | null = null
    void turns.begin(of('patient', 30))?.then(() => {
      begunAt = now
    })
    let holder = 'first'
    for (; begunAt === null && now < 60_000; now += 10) {
      // Two quick calls for each that can be worked on.
      for (const each of ['a', 'b']) {
        const name = `${each}${now}`
        void turns.begin(of(name, 1))?.then(() => {
          holder = name
        })
      }
      turns.end(of(holder))
      await new Promise(setImmediate)
    }
    expect(begunAt).toBeLessThan(10_000)
  })

  it('are refused where too many wait, those that are due last first', async () => {
    const turns = still({ running: 2, runningExpensive: 2, runningPerClient: 2, waiting: 10, waitingExpensive: 10 })
    const flood = Array<Call>(100).fill(of('flood'))
    const { order, refused } = await letIn(turns, [...flood, of('user'), of('other')])
    expect(places(order, 'user')).toHaveLength(1)
    expect(places(order, 'other')).toHaveLength(1)
    expect(new Set(refused)).toEqual(new Set(['flood']))
    expect(order).toHaveLength(12)
  })

  it('refuse expensive ones beyond their own bound, and no quick one because of them', async () => {
    const turns = still({ running: 2, runningExpensive: 1, runningPerClient: 2, waiting: 100, waitingExpensive: 3 })
    const expensive = Array.from({ length: 10 }, (_, at) => of(`expensive ${at}`, 400))
    const quick = Array.from({ length: 10 }, (_, at) => of(`quick ${at}`))
    const { order, refused } = await letIn(turns, [...expensive, ...quick])
    expect(refused).toEqual([4, 5, 6, 7, 8, 9].map((at) => `expensive ${at}`))
    expect(order).toHaveLength(14)
  })

  it('keep room for the expensive call of another client, and let it pass most of a flood of such calls from one client', async () => {
    const bounds = { running: 12, runningExpensive: 3, runningPerClient: 4, waiting: 1_000, waitingExpensive: 20 }
    const flood = Array<Call>(40).fill(of('flood', 1_400))
    const { order, refused } = await letIn(still(bounds), [...flood, of('user', 1_400), of('other', 3_000)])
    expect(new Set(refused)).toEqual(new Set(['flood']))
    expect(places(order, 'user')[0]).toBeLessThan(5)
    expect(places(order, 'other')[0]).toBeLessThan(7)
  })

  it('of the networks of one IPv6 /48 run and wait as those of eight clients, and leave the shares of others', async () => {
    const bounds = { running: 40, runningExpensive: 20, runningPerClient: 2, waiting: 60, waitingExpensive: 20 }
    const turns = still(bounds)
    const flood = Array.from({ length: 300 }, (_, at) => turns.begin(of(network(at), at % 2 === 0 ? 400 : COST)))
    expect(flood.filter((turn) => turn === null)).toHaveLength(2 * CLIENTS_PER_SITE)
    for (const turn of flood) turn?.catch(() => undefined)
    for (const other of ['a', 'b', network(1, 2)]) expect(turns.begin(of(other)), other).toBeNull()
  })

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
    const call = fc.record({ client: clients, costMs: fc.constantFrom(10, 40, 400, 3_000) })
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
