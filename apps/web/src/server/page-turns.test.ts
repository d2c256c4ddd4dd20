import { CLIENTS_PER_SITE, clientAt } from '@opal/domain/limits/client'
import { RecentUse } from '@opal/domain/limits/recent-use'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_IDLE_MS, PageTurns } from './page-turns.ts'

// However busy this machine is, no turn ends before its render does.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const network = (at: number) => `2001:db8:1:${at.toString(16)}::1`
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}

/** A site whose clock moves by what its renders take. @param tickMs by how much it moves whenever it is read */
function openSite(concurrency = 1, tickMs = 0) {
  const clock = { ms: 0, idle: 0 }
  const turns = new PageTurns(
    concurrency,
    () => ({ active: clock.ms, idle: clock.idle }),
    () => {
      clock.ms += tickMs
      return clock.ms
    },
  )
  const begun: string[] = []
  const rendering: { costMs: number; end: () => void }[] = []
  const add = (from: string, costMs = 50) =>
    turns.add(
      clientAt(from),
      () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        begun.push(from)
        rendering.push({ costMs, end: resolve })
        return promise
      },
      new AbortController().signal,
    )
  const endOne = async () => {
    await settle()
    const one = rendering.shift()
    clock.ms += one?.costMs ?? 0
    one?.end()
    await settle()
    return one !== undefined
  }
  const endAll = async () => {
    while (await endOne());
  }
  return { turns, clock, add, begun, rendering, endOne, endAll }
}

describe('turns of pages', () => {
  const flooder = fc.oneof(
    fc.integer({ min: 1, max: 12 }).map((at) => `203.0.113.${at}`),
    fc.integer({ min: 0, max: 60 }).map(network),
  )
  const flood = fc.array(fc.tuple(flooder, fc.integer({ min: 1, max: 90 })), { minLength: 1, maxLength: 60 })
  const visitors = fc.uniqueArray(
    fc.integer({ min: 1, max: 9 }).map((at) => `198.51.100.${at}`),
    { minLength: 1, maxLength: 5 },
  )

  it('give a visitor who has used nothing the next one, whatever others have asked for who used much, and how they come', async () => {
    await fc.assert(
      fc.asyncProperty(flood, flood, visitors, fc.nat(20), async (before, meanwhile, came, rounds) => {
        const { add, begun, endOne, endAll } = openSite()
        const pages: Promise<unknown>[] = []
        // Each has used its credit before the others come.
        const those = new Set([...before, ...meanwhile].map(([from]) => from))
        for (const from of those) pages.push(add(from, 60), add(from, 60))
        await endAll()
        for (const [from, costMs] of before) pages.push(add(from, costMs))
        for (let at = 0; at < Math.min(rounds, before.length - 1); at += 1) await endOne()
        begun.length = 0
        for (const [at, [from, costMs]] of meanwhile.entries()) {
          pages.push(add(from, costMs))
          if (at < came.length) pages.push(add(came[at] ?? ''))
        }
        for (const from of came.slice(meanwhile.length)) pages.push(add(from))
        for (let at = 0; at < came.length; at += 1) await endOne()
        // The one that is being rendered ends first, if there is one.
        expect(begun.slice(0, came.length + 1)).toEqual(expect.arrayContaining(came))
        await endAll()
        await Promise.all(pages)
      }),
      { numRuns: 30 },
    )
  })

  it('go to the clients that took least time lately, so that those who always wait take as much as each other', async () => {
    const { clock, add, endOne, endAll } = openSite()
    const used = new Map<string, number>()
    let isOver = false
    const goOn = async (from: string, costMs: number) => {
      while (!isOver) {
        await add(from, costMs)
        used.set(from, (used.get(from) ?? 0) + costMs)
      }
    }
    const going = [10, 30, 90].flatMap((costMs, at) => [1, 2, 3].map(() => goOn(`203.0.113.${at}`, costMs)))
    while (clock.ms < 20_000) await endOne()
    const all = [...used.values()]
    expect(Math.max(...all) / Math.min(...all)).toBeLessThan(1.2)
    isOver = true
    await endAll()
    await Promise.all(going)
  })

  it('come to the pages of a visitor who used much in the order in which they were asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 8 }), async (count) => {
        const { turns, add, endAll } = openSite(1, 0.001)
        const visitor = '203.0.113.1'
        const before = [add(visitor, 60), add(visitor, 60)]
        await endAll()
        await Promise.all(before)
        const begun: number[] = []
        const asked = Array.from({ length: count }, (_, at) => at)
        const pages = asked.map((at) =>
          turns.add(clientAt(visitor), async () => void begun.push(at), new AbortController().signal),
        )
        await Promise.all(pages)
        expect(begun).toEqual(asked)
      }),
      { numRuns: 10 },
    )
  })

  it('count the time of the thread once: pages that have turns at the same time take equal shares of it', async () => {
    const takes = fc.array(fc.record({ aloneMs: fc.nat(40), togetherMs: fc.nat(80) }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(takes, async (all) => {
        const { turns, clock } = openSite(2)
        const used = new RecentUse()
        const [long, short] = [clientAt('203.0.113.1'), clientAt('203.0.113.2')]
        const open = async (client: typeof long) => {
          const { promise, resolve } = Promise.withResolvers<void>()
          const page = turns.add(client, () => promise, new AbortController().signal)
          await settle()
          return () => {
            resolve()
            return page
          }
        }
        const endLong = await open(long)
        let longMs = 0
        for (const { aloneMs, togetherMs } of all) {
          clock.ms += aloneMs
          const endShort = await open(short)
          clock.ms += togetherMs
          await endShort()
          used.add(short, togetherMs / 2, clock.ms)
          longMs += aloneMs + togetherMs / 2
        }
        await endLong()
        used.add(long, longMs, clock.ms)
        for (const client of [long, short])
          expect(turns.order.delayOf(client, clock.ms)).toBeCloseTo(used.delayOf(client, clock.ms), 6)
      }),
      { numRuns: 30 },
    )
  })

  it('count all that a page takes alone, however many could not be begun before it', async () => {
    await fc.assert(
      // More than a client may use in advance.
      fc.asyncProperty(fc.nat(4), fc.integer({ min: 60, max: 500 }), async (count, tookMs) => {
        const { turns, clock, add, endAll } = openSite()
        const broken = () => {
          throw new Error('broken')
        }
        for (let at = 0; at < count; at += 1)
          await expect(turns.add(clientAt('203.0.113.1'), broken, new AbortController().signal)).rejects.toThrow(
            'broken',
          )
        const page = add('203.0.113.2', tookMs)
        await endAll()
        await page
        const [used, client] = [new RecentUse(), clientAt('203.0.113.2')]
        used.add(client, tookMs, clock.ms)
        expect(turns.order.delayOf(client, clock.ms)).toBeCloseTo(used.delayOf(client, clock.ms), 6)
      }),
      { numRuns: 30 },
    )
  })

  it('give the networks of one IPv6 /48 those of eight clients, and other visitors theirs before', async () => {
    const { add, begun, endOne, endAll } = openSite()
    const pages = Array.from({ length: 40 }, (_, at) => add(network(at)))
    for (let at = 0; at < CLIENTS_PER_SITE * 2; at += 1) await endOne()
    begun.length = 0
    pages.push(add('198.51.100.7'), add('198.51.100.8'))
    await endOne()
    await endOne()
    expect(begun).toEqual(['198.51.100.7', '198.51.100.8'])
    await endAll()
    await Promise.all(pages)
  })

  it('pass a page while it waits for something, and no page that occupies the thread', async () => {
    const { add, begun, clock, endAll } = openSite()
    const pages = [add('203.0.113.1'), add('203.0.113.2')]
    await settle()
    expect(begun).toEqual(['203.0.113.1'])
    vi.advanceTimersByTime(1_000)
    await settle()
    expect(begun).toEqual(['203.0.113.1'])
    clock.idle += MAX_IDLE_MS
    vi.advanceTimersByTime(10)
    await settle()
    expect(begun).toEqual(['203.0.113.1', '203.0.113.2'])
    await endAll()
    expect(await Promise.all(pages)).toHaveLength(2)
  })

  it('are no more for a page whose visitor has left, and pass on what a page fails with', async () => {
    const { turns, add, endAll } = openSite()
    const leaving = new AbortController()
    const other = add('203.0.113.1')
    const make = vi.fn(async () => undefined)
    const page = turns.add(clientAt('203.0.113.2'), make, leaving.signal)
    leaving.abort(new Error('left'))
    await expect(page).rejects.toThrow('left')
    expect(make).not.toHaveBeenCalled()
    await endAll()
    await other
    const failing = turns.add(
      clientAt('203.0.113.2'),
      () => Promise.reject(new Error('broken')),
      new AbortController().signal,
    )
    await expect(failing).rejects.toThrow('broken')
  })
})
