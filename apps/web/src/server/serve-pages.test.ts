import { CLIENTS_PER_SITE } from '@opal/domain/limits/client'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPageServer } from './page-server.ts'
import { PageTurns } from './page-turns.ts'
import { servePages } from './web-server.ts'

const network = (at: number, site = 1) => `2001:db8:${site}:${at.toString(16)}::1`
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

/** A site whose pages are rendered once they are let, and how many of whom are. */
function openSite(bounds?: Parameters<typeof servePages>[3], pagesPerMinute = 100_000) {
  const server = createPageServer({ trustedProxies: [] }, pino({ level: 'silent' }))
  onTestFinished(() => server.close())
  const rendering: string[] = []
  const ends: (() => void)[] = []
  servePages(
    server,
    { pagesPerMinute, exemptsOwnMachine: true },
    async ({ ip }, reply) => {
      rendering.push(ip)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      await promise
      rendering.splice(rendering.indexOf(ip), 1)
      void reply.send(`page of ${ip}`)
    },
    bounds,
    // Turns of their own would bind them sooner.
    new PageTurns(1_000),
  )
  const open = (remoteAddress: string, url = '/') => server.inject({ url, remoteAddress })
  const endAll = async () => {
    await settle()
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end()
      await settle()
    }
  }
  return { open, rendering, endAll }
}

/** A site whose pages take 50 ms of its clock each, one after the other, as the test lets them. */
function openRenderingSite() {
  const server = createPageServer({ trustedProxies: [] }, pino({ level: 'silent' }))
  onTestFinished(() => server.close())
  const clock = { ms: 0 }
  const begun: string[] = []
  const ends: (() => void)[] = []
  let isOver = false
  servePages(
    server,
    { pagesPerMinute: 100_000, exemptsOwnMachine: true },
    async ({ ip }, reply) => {
      begun.push(ip)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      await promise
      void reply.send(`page of ${ip}`)
    },
    undefined,
    new PageTurns(
      1,
      () => ({ active: clock.ms, idle: 0 }),
      () => clock.ms,
    ),
  )
  /** Returns whether something is the case within a time. */
  const until = async (isReached: () => boolean, ms = 5_000) => {
    const endMs = performance.now() + ms
    while (!isReached() && performance.now() < endMs) await new Promise(setImmediate)
    return isReached()
  }
  const isRendering = () => until(() => ends.length > 0 || isOver)
  const endOne = async () => {
    await isRendering()
    clock.ms += 50
    ends.shift()?.()
    await settle()
  }
  const endAll = async <Answer>(pages: readonly Promise<Answer>[]) => {
    const answers = Promise.all(pages)
    void answers.then(() => (isOver = true))
    while (!isOver) await endOne()
    return answers
  }
  const open = (remoteAddress: string) => server.inject({ url: '/', remoteAddress })
  return {
    open,
    isBegun: (ip: string) => until(() => begun.includes(ip)),
    isRendering,
    begun,
    endOne,
    endAll,
  }
}

describe('pages', () => {
  it('of visitors pass those of any addresses that ask for many, which all wait or are begun', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const floods = fc.record({
      addresses: fc.integer({ min: 1, max: 12 }),
      each: fc.integer({ min: 1, max: 12 }),
      rounds: fc.nat(5),
    })
    await fc.assert(
      fc.asyncProperty(floods, async ({ addresses, each, rounds }) => {
        const { open, isBegun, isRendering, begun, endOne, endAll } = openRenderingSite()
        const flood = (count: number) =>
          Array.from({ length: addresses * count }, (_, at) => open(`203.0.113.${at % addresses}`))
        const pages = flood(2)
        for (let at = 0; at < addresses * 2; at += 1) await endOne()
        pages.push(...flood(each))
        for (let at = 0; at < Math.min(rounds, addresses * each - 1); at += 1) await endOne()
        await isRendering()
        begun.length = 0
        const visit = open('198.51.100.7')
        pages.push(visit, ...flood(2))
        // The page in its turn ends, and where no place was free one more, which leaves it.
        await endOne()
        await isRendering()
        await endOne()
        expect(await isBegun('198.51.100.7')).toBe(true)
        expect(begun.indexOf('198.51.100.7')).toBeLessThanOrEqual(1)
        expect(new Set((await endAll(pages)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      }),
      { numRuns: 8 },
    )
  })

  it('are rendered a few at a time, those of other visitors during a flood from one IPv6 /48, in whatever order they come', async () => {
    const others = fc.shuffledSubarray(['203.0.113.1', '203.0.113.2', network(1, 2), network(2, 2)], { minLength: 1 })
    const visitors = fc.record({ networks: fc.integer({ min: 1, max: 60 }), others }).chain(({ networks, others }) => {
      const all = [...Array.from({ length: networks }, (_, at) => network(at)), ...others]
      return fc.shuffledSubarray(all, { minLength: all.length })
    })
    await fc.assert(
      fc.asyncProperty(visitors, async (addresses) => {
        const bounds = {
          concurrency: 24,
          concurrencyPerClient: 2,
          maxPending: 400,
          maxPendingPerClient: 60,
          maxWaitMs: 60_000,
        }
        const { open, rendering, endAll } = openSite(bounds)
        const pages = Promise.all(addresses.map((address) => open(address)))
        await settle()
        const others = addresses.filter((from) => !from.startsWith('2001:db8:1:'))
        expect(rendering.length - others.length).toBeLessThanOrEqual(2 * CLIENTS_PER_SITE)
        for (const from of others) expect(rendering).toContain(from)
        await endAll()
        expect(new Set((await pages).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      }),
      { numRuns: 10 },
    )
  })

  it.each([
    ['seven addresses', Array.from({ length: 420 }, (_, at) => `203.0.113.${at % 7}`)],
    [
      'one IPv6 /48 and an address',
      Array.from({ length: 400 }, (_, at) => (at < 340 ? network(at % 40) : '203.0.113.9')),
    ],
  ])('find a place where all are taken by %s', async (_, flood) => {
    const { open, endAll } = openSite()
    const pages = Promise.all(flood.map((address) => open(address)))
    await settle()
    const visit = open('198.51.100.7')
    await endAll()
    expect((await visit).statusCode).toBe(200)
    expect((await pages).filter(({ statusCode }) => statusCode === 503)).toHaveLength(flood.length + 1 - 400)
  })

  it.each([
    ['four addresses', Array.from({ length: 240 }, (_, at) => `203.0.113.${at % 4}`)],
    ['one IPv6 /48', Array.from({ length: 240 }, (_, at) => network(at % 40))],
  ])('of visitors are begun at once where those of %s wait for the API', async (_, flood) => {
    const { open, rendering, endAll } = openSite()
    const pages = flood.map((address) => open(address))
    await settle()
    const visitors = ['198.51.100.7', '198.51.100.8', network(1, 2)]
    pages.push(...visitors.map((address) => open(address)))
    await settle()
    expect(rendering).toEqual(expect.arrayContaining(visitors))
    await endAll()
    expect(new Set((await Promise.all(pages)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  it('of all visitors are bounded, and the client with the fewest comes next', async () => {
    const { open, rendering, endAll } = openSite()
    const pages = Promise.all(Array.from({ length: 120 }, (_, at) => open(`203.0.113.${at}`)))
    await settle()
    expect(rendering).toHaveLength(32)
    await endAll()
    expect((await pages).every(({ statusCode }) => statusCode === 200)).toBe(true)
  })

  it('that would wait too long are answered by a plain one that says when to come again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const bounds = { concurrency: 1, concurrencyPerClient: 1, maxPending: 2, maxPendingPerClient: 2, maxWaitMs: 1_000 }
    const { open, endAll } = openSite(bounds)
    const first = open('203.0.113.1')
    const second = open('203.0.113.2')
    await settle()
    const third = await open('203.0.113.3')
    expect([third.statusCode, third.headers['retry-after'], third.headers['content-type']]).toEqual([
      503,
      '5',
      'text/html; charset=utf-8',
    ])
    expect(third.body).toContain('Try again in a moment.')
    vi.advanceTimersByTime(1_000)
    expect((await second).statusCode).toBe(503)
    vi.useRealTimers()
    await endAll()
    expect((await first).body).toBe('page of 203.0.113.1')
  })

  it('that ask where more links lead than a page has are refused: the router compares each with all routes', async () => {
    const { open, endAll } = openSite()
    const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`)
    const ask = (separator: string, count: number) =>
      open('203.0.113.1', `/__manifest?version=1&paths=${paths(count).join(separator)}`)
    for (const separator of [',', '%2C']) expect((await ask(separator, 1_000)).statusCode).toBe(400)
    const answer = ask(',', 200)
    await endAll()
    expect((await answer).statusCode).toBe(200)
  })

  it('for programs of this machine wait for none', async () => {
    const { open, rendering, endAll } = openSite({
      concurrency: 1,
      concurrencyPerClient: 1,
      maxPending: 1,
      maxPendingPerClient: 1,
      maxWaitMs: 60_000,
    })
    const pages = Promise.all(['203.0.113.1', '127.0.0.1', '127.0.0.1'].map((address) => open(address)))
    await settle()
    expect(rendering).toHaveLength(3)
    await endAll()
    await pages
  })

  it('are limited by the minute as they are mounted', async () => {
    const { open, endAll } = openSite(undefined, 2)
    const pages = Promise.all(Array.from({ length: 40 }, (_, at) => open(network(at))))
    await endAll()
    expect((await pages).filter(({ statusCode }) => statusCode === 200)).toHaveLength(2 * CLIENTS_PER_SITE)
  })
})
