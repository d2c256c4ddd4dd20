import { setImmediate as turn } from 'node:timers/promises'
import { mediaSourceOf } from '@opal/domain/limits/media-source'
import { runs } from '@opal/domain/testing/effort/config'
import type { MediaJob } from '@opal/store/projections/metadata/media-jobs'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { SlotLimits } from './fair-slots.ts'
import { drainQueue, type QueueClock } from './metadata-fetcher.ts'

const LIMITS = { slots: 32, first: 2, most: 12 }
const LIMITS_OF_IMAGES = { slots: 6, first: 1, most: 3 }
const FETCH_TIMEOUT_MS = 15_000
/** Due rows among which the store chooses. */
const CANDIDATES = 500

/** A clock that stops until all work due at its time is done, and then advances to the next timer. */
function drivenClock() {
  let now = 0
  const waiting: { readonly atMs: number; readonly wake: () => void }[] = []
  const until = (ms: number) =>
    new Promise<void>((wake) => {
      waiting.push({ atMs: now + ms, wake })
    })
  const clock: QueueClock = { now: () => now, pause: (ms, signal) => (signal.aborted ? Promise.resolve() : until(ms)) }
  const step = async () => {
    await turn()
    waiting.sort((a, b) => a.atMs - b.atMs)
    const next = waiting.shift()
    if (next === undefined) return
    now = next.atMs
    next.wake()
    await turn()
  }
  return { clock, until, step }
}

interface Row extends MediaJob {
  readonly id: number
  readonly hangs: boolean
  /** Milliseconds; zero when left out. */
  readonly dueMs?: number
}

/** Returns the source and the service of an address as the store has them. */
function sourced(address: string): Pick<MediaJob, 'source' | 'service'> {
  const { key, service, isContent } = mediaSourceOf(address)
  return { source: key, service: isContent ? null : service }
}

/**
 * How long after it was due each good row was written, milliseconds, of a queue that holds these rows in this order; hanging rows
 * come back for ever.
 * @param isGood those that count: all that answer, when left out.
 */
async function drain(
  rows: readonly Row[],
  limits: SlotLimits = LIMITS,
  isGood = ({ hangs }: Row) => !hangs,
): Promise<readonly number[]> {
  const { clock, until, step } = drivenClock()
  const due = new Map(rows.map((row) => [row.id, { row, atMs: row.dueMs ?? 0 }]))
  const written: number[] = []
  const ending = new AbortController()
  const draining = drainQueue<Row, { readonly row: Row; readonly status: string }>(
    {
      name: 'the queue',
      log: pino({ level: 'silent' }),
      limits,
      // As the store does: of the longest due that are not busy, one of each source, service and collection and of all that is slow, for a minute.
      take: async (limit, busy) => {
        const sources = new Set(busy.sources)
        const services = new Set<string | null>(busy.services)
        const collections = new Set<string | null>(busy.collections)
        const slow = new Set(busy.slow)
        const slowServices = new Set<string | null>(busy.slowServices)
        let isSlowTaken = false
        const taken: Row[] = []
        const isBusy = ({ source, service, collectionId }: Row) =>
          sources.has(source) || services.has(service) || collections.has(collectionId)
        const waiting = [...due.values()].filter(({ row, atMs }) => atMs <= clock.now() && !isBusy(row))
        const candidates = waiting.toSorted((one, other) => one.atMs - other.atMs).slice(0, CANDIDATES)
        for (const entry of candidates) {
          if (taken.length === limit) break
          const { source, service, collectionId } = entry.row
          if (isBusy(entry.row)) continue
          const isSlow = slow.has(source) || slowServices.has(service)
          if (isSlowTaken && isSlow) continue
          isSlowTaken ||= isSlow
          sources.add(source)
          if (service !== null) services.add(service)
          collections.add(collectionId)
          entry.atMs = clock.now() + 60_000
          taken.push(entry.row)
        }
        return taken
      },
      work: async (row) => {
        await until(row.hangs ? FETCH_TIMEOUT_MS : 100)
        return { row, status: row.hangs ? 'pending' : 'ready' }
      },
      finish: async (outcomes) => {
        for (const { row } of outcomes.filter(({ status }) => status === 'ready')) {
          due.delete(row.id)
          if (isGood(row)) written.push(clock.now() - (row.dueMs ?? 0))
        }
      },
    },
    ending.signal,
    clock,
  )
  const good = rows.filter(isGood).length
  while (written.length < good && clock.now() < 3_600_000) await step()
  ending.abort()
  let ended = false
  void draining.then(() => {
    ended = true
  })
  while (!ended) await step()
  return written
}

/** Rows of hosts that hang and of hosts that answer, in any order. The hanging ones are of a few hosts, or of a few collections. */
const queues = fc
  .record({
    hanging: fc.integer({ min: 0, max: 400 }),
    good: fc.integer({ min: 1, max: 60 }),
    groups: fc.integer({ min: 1, max: 8 }),
    isByHost: fc.boolean(),
    seed: fc.integer(),
    goodGroups: fc.integer({ min: 1, max: 6 }),
    badFirst: fc.boolean(),
  })
  .map(({ hanging, good, groups, isByHost, seed, goodGroups, badFirst }) => {
    const bad = Array.from({ length: hanging }, (_, at) => ({
      id: at,
      attempts: 0,
      hangs: true,
      ...sourced(isByHost ? `https://hangs${at % groups}.example/` : `https://hangs${at}.example/`),
      collectionId: isByHost ? `0xbad${at}` : `0xbad${at % groups}`,
    }))
    const fine = Array.from({ length: good }, (_, at) => ({
      id: 1_000 + at,
      attempts: 0,
      hangs: false,
      ...sourced(`https://fine${at % goodGroups}.example/`),
      collectionId: `0xf1ne${at % goodGroups}`,
    }))
    const rows: Row[] = [...bad, ...fine]
    if (badFirst) return rows
    return rows.toSorted((a, b) => Math.imul(a.id + 1, seed | 1) - Math.imul(b.id + 1, seed | 1))
  })

it('writes documents of answering hosts in bounded time, whatever part of the queue hangs, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(queues, async (rows) => {
      const written = await drain(rows)
      expect(written).toHaveLength(rows.filter(({ hangs }) => !hangs).length)
      // Sixty documents of one host, two at a time and more as it answers, take some seconds by themselves.
      expect(Math.max(...written)).toBeLessThan(FETCH_TIMEOUT_MS)
    }),
    { numRuns: runs(30), seed: 20_261_123 },
  )
})

it('gives a collection that answers more slots while others leave them free', async () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => ({
    id: at,
    attempts: 0,
    hangs: false,
    ...sourced('https://fine.example/'),
    collectionId: '0xf1ne',
  }))
  const written = await drain(rows)
  // Two at a time would take fifty seconds.
  expect(Math.max(...written)).toBeLessThan(12_000)
})

it('comes to what answers behind hundreds of hosts that each hang, in the time of a few rounds', async () => {
  const slow = Array.from({ length: 200 }, (_, at) => ({
    id: at,
    attempts: 0,
    hangs: true,
    ...sourced(`https://h${at}.example/`),
    collectionId: null,
  }))
  const fine = { id: 999, attempts: 0, hangs: false, ...sourced('https://fine.example/'), collectionId: '0xf1ne' }
  // Each of its own host, of no known collection: all that is left is the order. Seven rounds of the fetches' time.
  expect(Math.max(...(await drain([...slow, fine])))).toBeLessThanOrEqual(7 * FETCH_TIMEOUT_MS)
})

const GOOD = [1, 2, 3].map((at) => ({
  id: -at,
  attempts: 0,
  hangs: false,
  collectionId: `0xf1ne${at}`,
  ...sourced(`https://fine${at}.example/`),
}))

it.each([
  ['hosts', (at: number) => `https://h${at}.evil.example/`],
  ['content at gateways', (at: number) => `https://h${at}.evil.example/ipfs/bafy${at}/1.json`],
])(
  'writes the documents of others despite the %s of one owner that hang, however many they are',
  async (_, addressOf) => {
    const bad = Array.from({ length: 640 }, (_each, at) => ({
      id: at,
      attempts: 0,
      hangs: true,
      collectionId: `0xbad${at}`,
      ...sourced(addressOf(at)),
    }))
    const late = GOOD.map((row) => ({ ...row, id: row.id - 10, collectionId: `${row.collectionId}9`, dueMs: 5_000 }))
    expect(Math.max(...(await drain([...bad, ...GOOD, ...late])))).toBeLessThan(2_000)
  },
)

it('keeps most of its slots for others when any number of owners were slow', async () => {
  const bad = Array.from({ length: 2_000 }, (_, at) => ({
    id: at,
    attempts: 0,
    hangs: true,
    collectionId: `0xbad${at}`,
    ...sourced(`https://bad${at}.example/`),
  }))
  const good = GOOD.map((row) => ({ ...row, dueMs: 30 * 60_000 }))
  expect(Math.max(...(await drain([...bad, ...good])))).toBeLessThan(FETCH_TIMEOUT_MS)
})

it('keeps most of its slots for others when services have any amount of content that hangs, however many they are', async () => {
  const bad = Array.from({ length: 2_400 }, (_, at) => ({
    id: at,
    attempts: 0,
    hangs: true,
    collectionId: `0xbad${at}`,
    ...sourced(`https://bad${at % 3}.example/ipfs/bafy${at}/1.json`),
  }))
  const good = GOOD.map((row) => ({ ...row, dueMs: 5 * 60_000 }))
  expect(Math.max(...(await drain([...bad, ...good])))).toBeLessThan(2_000)
})

it.each([
  { of: 'documents', limits: LIMITS, services: 2 },
  { of: 'images', limits: LIMITS_OF_IMAGES, services: 2 },
])(
  'leaves slots to others when some of what services have answers quickly and the rest hangs: $of of $services',
  async ({ limits, services }) => {
    const bad = Array.from({ length: 4_000 }, (_, at) => ({
      id: at,
      attempts: 0,
      // Half of it, so that any service does not count as slow for long.
      hangs: at % (2 * services) < services,
      collectionId: `0xbad${at}`,
      ...sourced(`https://bad${at % services}.example/ipfs/bafy${at}/1.json`),
    }))
    const late = GOOD.map((row, at) => ({ ...row, dueMs: 60_000 + at * 20_000 }))
    const written = await drain([...bad, ...late], limits, ({ id }) => id < 0)
    expect(written).toHaveLength(late.length)
    expect(Math.max(...written)).toBeLessThan(2_000)
  },
)

it.each([1, 3, 6])(
  'keeps a slot for what answers again, whatever content of slow services is due before it: %s of them',
  async (services) => {
    const missing = (at: number, host: string) => ({
      id: at,
      attempts: 0,
      hangs: true,
      collectionId: `0xbad${at}`,
      ...sourced(`https://${host}.example/ipfs/bafy${at}/1.json`),
    })
    const bad = Array.from({ length: 2_400 }, (_, at) => missing(at, `bad${at % services}`))
    // One of its own hangs, as any may.
    const gateway = [missing(5_000, 'gateway')]
    const good = Array.from({ length: 20 }, (_, at) => ({
      ...missing(6_000 + at, 'gateway'),
      hangs: false,
      dueMs: 5 * 60_000,
    }))
    expect(Math.max(...(await drain([...gateway, ...bad, ...good])))).toBeLessThan(2 * FETCH_TIMEOUT_MS)
  },
)

it.each([
  { of: 'documents', limits: LIMITS, services: 40 },
  { of: 'images', limits: LIMITS_OF_IMAGES, services: 4 },
])(
  'comes to what answers again in the time of a few rounds, however many services have content that hangs: $of of $services',
  async ({ limits, services }) => {
    const content = (at: number, host: string, hangs: boolean, dueMs = 0) => ({
      id: at,
      attempts: 0,
      hangs,
      dueMs,
      collectionId: `0x${at}`,
      ...sourced(`https://${host}.example/ipfs/bafy${at}/1.json`),
    })
    const bad = Array.from({ length: 2_400 }, (_, at) => content(at, `bad${at % services}`, true))
    const good = Array.from({ length: 20 }, (_, at) => content(6_000 + at, 'gateway', false, 5 * 60_000))
    const written = await drain([content(5_000, 'gateway', true), ...bad, ...good], limits)
    expect(written).toHaveLength(good.length)
    expect(Math.max(...written)).toBeLessThan(10 * FETCH_TIMEOUT_MS)
  },
)

it('gives a service that answers again what it had before', async () => {
  const content = (at: number, hangs: boolean, dueMs: number) => ({
    id: at,
    attempts: 0,
    hangs,
    dueMs,
    collectionId: `0x${at}`,
    ...sourced(`https://gateway.example/ipfs/bafy${at}/1.json`),
  })
  const missing = Array.from({ length: 10 }, (_, at) => content(at, true, 0))
  const found = Array.from({ length: 300 }, (_, at) => content(100 + at, false, FETCH_TIMEOUT_MS + 1_000))
  // A tenth of a second each, sixteen at a time: twelve at a time, as slow ones, would take two and a half seconds.
  expect(Math.max(...(await drain([...missing, ...found])))).toBeLessThan(2_200)
})
