import { describe, expect, it, vi } from 'vitest'
import { CLIENTS_PER_SITE, clientAt } from './client.ts'
import type { JobOptions } from './fair-queue.ts'
import { BOUNDS, BusyError, maxWaitMs, network, setUp } from './testing/held-works.ts'

describe('a fair queue', () => {
  it('leaves room for others when a client has many works', async () => {
    const { add, begun, settle, endAll } = setUp()
    const greedy = Array.from({ length: 4 }, () => add('greedy'))
    const modest = add('modest')
    await settle()
    expect(begun).toEqual(['greedy', 'greedy', 'modest'])
    await endAll()
    expect(await Promise.all([...greedy, modest])).toEqual(['greedy', 'greedy', 'greedy', 'greedy', 'modest'])
  })

  it('refuses more than one client may add, until something is done', async () => {
    const { add, endAll } = setUp()
    const added = Array.from({ length: 4 }, () => add('greedy'))
    await expect(add('greedy')).rejects.toThrow(BusyError)
    await endAll()
    await Promise.all(added)
    const again = add('greedy')
    await endAll()
    expect(await again).toBe('greedy')
  })

  it('refuses, when it is full, the newest work of the client that has most, and the one that comes last only when that is it', async () => {
    const { add, settle, endAll } = setUp({ ...BOUNDS, maxPending: 6 })
    const outcomes: string[] = []
    const send = (from: string, name: string) => {
      void add(from).then(
        () => outcomes.push(`${name} done`),
        () => outcomes.push(`${name} refused`),
      )
    }
    for (const at of [1, 2, 3, 4]) send('greedy', `greedy ${at}`)
    send('second', 'second')
    send('third', 'third')
    await settle()
    expect(outcomes).toEqual([])
    send('fourth', 'fourth')
    send('greedy', 'greedy 5')
    await settle()
    expect(outcomes).toEqual(['greedy 4 refused', 'greedy 5 refused'])
    await endAll()
    expect(outcomes).toHaveLength(8)
  })

  it('refuses, of clients that have as many, the newest of the works that cost most, and serves the cheapest first', async () => {
    const { add, begun, settle, endAll } = setUp({ ...BOUNDS, concurrency: 1, concurrencyPerClient: 1, maxPending: 4 })
    const running = add('203.0.113.1', { cost: 9 })
    const [dear, dearest, newest] = [5, 9, 9].map((cost, at) => add(`203.0.113.${at + 2}`, { cost }))
    await settle()
    const cheap = add('203.0.113.5', { cost: 1 })
    await expect(newest).rejects.toThrow(BusyError)
    await expect(add('203.0.113.6', { cost: 10 })).rejects.toThrow(BusyError)
    await endAll()
    await Promise.all([running, dear, dearest, cheap])
    expect(begun.map((from) => from.at(-1))).toEqual(['1', '5', '2', '3'])
  })

  it('refuses, of a site that has most, the client that has most', async () => {
    const one = { concurrency: 1, concurrencyPerClient: 1, maxPending: 40, maxPendingPerClient: 5, maxWaitMs }
    const { add, settle, endAll } = setUp(one)
    const refused: string[] = []
    const send = (from: string) => add(from).catch(() => refused.push(from))
    const of = (count: number, address: (at: number) => string) => Array.from({ length: count }, (_, at) => address(at))
    const flood = [...of(5, () => network(1)), ...of(30, (at) => network(2 + at))].map(send)
    const others = of(7, (at) => `203.0.113.${at}`).map(send)
    await settle()
    expect(refused).toEqual([network(1), network(1)])
    await endAll()
    await Promise.all([...flood, ...others])
  })

  it('frees the slot of a work that fails', async () => {
    const { queue } = setUp({
      concurrency: 1,
      concurrencyPerClient: 1,
      maxPending: 1,
      maxPendingPerClient: 1,
      maxWaitMs,
    })
    await expect(queue.add(clientAt('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue.add(clientAt('a'), async () => 'done')).toBe('done')
  })

  it('lets the networks of one IPv6 /48 hold the slots and places of eight clients together, and none of others', async () => {
    const bounds = { concurrency: 30, concurrencyPerClient: 2, maxPending: 100, maxPendingPerClient: 4, maxWaitMs }
    const { add, begun, settle, endAll } = setUp(bounds)
    const flood = Array.from({ length: 200 }, (_, at) => add(network(at)).catch(() => 'refused'))
    await settle()
    expect(begun).toHaveLength(2 * CLIENTS_PER_SITE)
    const others = ['203.0.113.1', '203.0.113.2', network(1, 2)].map((from) => add(from))
    await settle()
    expect(begun).toHaveLength(2 * CLIENTS_PER_SITE + 3)
    await endAll()
    expect((await Promise.all(flood)).filter((outcome) => outcome !== 'refused')).toHaveLength(4 * CLIENTS_PER_SITE)
    await Promise.all(others)
  })

  it('goes round: neither many works of a client nor many clients of a site are before the first of another', async () => {
    const one = { concurrency: 1, concurrencyPerClient: 1, maxPending: 1_000, maxPendingPerClient: 1_000, maxWaitMs }
    const { add, begun, endAll } = setUp(one)
    void add('first')
    for (let each = 0; each < 50; each += 1) void add('greedy')
    for (let at = 0; at < 100; at += 1) void add(network(at))
    for (let each = 0; each < 3; each += 1) void add('modest')
    await endAll()
    // A round serves each client once, and the site eight times.
    const places = begun.flatMap((from, at) => (from === 'modest' ? [at] : []))
    expect(places[0]).toBeLessThanOrEqual(1 + (1 + CLIENTS_PER_SITE))
    expect(places[2]).toBeLessThanOrEqual(1 + 3 * (2 + CLIENTS_PER_SITE))
  })

  it('does not make a client wait for what it had while no other was there', async () => {
    const one = { concurrency: 1, concurrencyPerClient: 1, maxPending: 1_000, maxPendingPerClient: 1_000, maxWaitMs }
    const { add, begun, settle, endOne } = setUp(one)
    for (let each = 0; each < 60; each += 1) void add(network(1))
    await settle()
    for (let each = 0; each < 30; each += 1) await endOne()
    begun.length = 0
    for (let each = 0; each < 30; each += 1) void add(network(2))
    for (let each = 0; each < 20; each += 1) await endOne()
    expect(begun.filter((from) => from === network(1)).length).toBeGreaterThanOrEqual(9)
  })

  it('passes works whose source has its share', async () => {
    const bounds = { concurrency: 6, concurrencyPerClient: 6, maxPending: 99, maxPendingPerClient: 99, maxWaitMs }
    const { add, begun, settle, endAll } = setUp({ ...bounds, concurrencyPerSource: 2 })
    const host = (name: string): JobOptions => ({
      source: [
        { key: name, clients: 1 },
        { key: 'evil.example', clients: 2 },
      ],
    })
    const slow = Array.from({ length: 20 }, (_, at) => add(`client ${at}`, host(`${at}.evil.example`)))
    const other = add('client 0', { source: [{ key: 'good.example', clients: 1 }] })
    await settle()
    expect(begun).toEqual(['client 0', 'client 1', 'client 2', 'client 3', 'client 0'])
    await endAll()
    await Promise.all([...slow, other])
  })

  it('refuses a work that has waited too long, and takes out one whose client left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { add, begun, endAll } = setUp({ ...BOUNDS, concurrency: 1, maxWaitMs: 1_000 })
    const running = add('a')
    const leaving = new AbortController()
    const left = add('b', { signal: leaving.signal })
    const late = add('c')
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    await expect(late).rejects.toThrow(BusyError)
    await endAll()
    expect([await running, begun]).toEqual(['a', ['a']])
  })
})
