import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  ANSWERS,
  type Answer,
  drain,
  FETCH_TIMEOUT_MS,
  HANGS,
  LIMITS,
  LIMITS_OF_IMAGES,
  type Row,
  rowOf,
} from './testing/drain-rows.ts'

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
    const bad = Array.from({ length: hanging }, (_, at) =>
      isByHost
        ? rowOf(at, `https://hangs${at % groups}.example/`, `0xbad${at}`, [HANGS])
        : rowOf(at, `https://hangs${at}.example/`, `0xbad${at % groups}`, [HANGS]),
    )
    const fine = Array.from({ length: good }, (_, at) =>
      rowOf(1_000 + at, `https://fine${at % goodGroups}.example/`, `0xf1ne${at % goodGroups}`, [ANSWERS]),
    )
    const rows: Row[] = [...bad, ...fine]
    if (badFirst) return rows
    return rows.toSorted((a, b) => Math.imul(a.id + 1, seed | 1) - Math.imul(b.id + 1, seed | 1))
  })

it('writes documents of answering hosts in bounded time, whatever part of the queue hangs, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(queues, async (rows) => {
      const written = await drain(rows)
      expect(written).toHaveLength(rows.filter(({ answers }) => answers[0] === ANSWERS).length)
      // Sixty documents of one host, two at a time and more as it answers, take some seconds by themselves.
      expect(Math.max(...written)).toBeLessThan(FETCH_TIMEOUT_MS)
    }),
    { numRuns: runs(30), seed: 20_261_123 },
  )
})

it('gives a collection that answers more slots while others leave them free', async () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => rowOf(at, 'https://fine.example/', '0xf1ne', [ANSWERS]))
  const written = await drain(rows)
  // Two at a time would take fifty seconds.
  expect(Math.max(...written)).toBeLessThan(12_000)
})

it('comes to what answers behind hundreds of hosts that each hang, in the time of a few rounds', async () => {
  const slow = Array.from({ length: 200 }, (_, at) => rowOf(at, `https://h${at}.example/`, null, [HANGS]))
  const fine = rowOf(999, 'https://fine.example/', '0xf1ne', [ANSWERS])
  // Each of its own host, of no known collection: all that is left is the order. Seven rounds of the fetches' time.
  expect(Math.max(...(await drain([...slow, fine])))).toBeLessThanOrEqual(7 * FETCH_TIMEOUT_MS)
})

/** Returns a document of a gateway, of a collection of its own. */
function content(id: number, host: string, answer: Answer, dueMs = 0): Row {
  return rowOf(id, `https://${host}.example/ipfs/bafy${id}/1.json`, `0x${id}`, [answer], dueMs)
}

const GOOD = [1, 2, 3].map((at) => rowOf(-at, `https://fine${at}.example/`, `0xf1ne${at}`, [ANSWERS]))

it.each([
  ['hosts', (at: number) => `https://h${at}.evil.example/`],
  ['content at gateways', (at: number) => `https://h${at}.evil.example/ipfs/bafy${at}/1.json`],
])(
  'writes the documents of others despite the %s of one owner that hang, however many they are',
  async (_, addressOf) => {
    const bad = Array.from({ length: 640 }, (_each, at) => rowOf(at, addressOf(at), `0xbad${at}`, [HANGS]))
    const late = GOOD.map((row) => ({ ...row, id: row.id - 10, collectionId: `${row.collectionId}9`, dueMs: 5_000 }))
    expect(Math.max(...(await drain([...bad, ...GOOD, ...late])))).toBeLessThan(2_000)
  },
)

it('keeps most of its slots for others when any number of owners were slow', async () => {
  const bad = Array.from({ length: 2_000 }, (_, at) => rowOf(at, `https://bad${at}.example/`, `0xbad${at}`, [HANGS]))
  const good = GOOD.map((row) => ({ ...row, dueMs: 30 * 60_000 }))
  expect(Math.max(...(await drain([...bad, ...good])))).toBeLessThan(FETCH_TIMEOUT_MS)
})

it('keeps most of its slots for others when services have any amount of content that hangs, however many they are', async () => {
  const bad = Array.from({ length: 2_400 }, (_, at) => content(at, `bad${at % 3}`, HANGS))
  const good = GOOD.map((row) => ({ ...row, dueMs: 5 * 60_000 }))
  expect(Math.max(...(await drain([...bad, ...good])))).toBeLessThan(2_000)
})

it.each([
  { of: 'documents', limits: LIMITS, services: 2 },
  { of: 'images', limits: LIMITS_OF_IMAGES, services: 2 },
])(
  'leaves slots to others when some of what services have answers quickly and the rest hangs: $of of $services',
  async ({ limits, services }) => {
    // Half of it hangs, so that any service does not count as slow for long.
    const bad = Array.from({ length: 4_000 }, (_, at) =>
      content(at, `bad${at % services}`, at % (2 * services) < services ? HANGS : ANSWERS),
    )
    const late = GOOD.map((row, at) => ({ ...row, dueMs: 60_000 + at * 20_000 }))
    const written = await drain([...bad, ...late], limits, ({ id }) => id < 0)
    expect(written).toHaveLength(late.length)
    expect(Math.max(...written)).toBeLessThan(2_000)
  },
)

it.each([1, 3, 6])(
  'keeps a slot for what answers again, whatever content of slow services is due before it: %s of them',
  async (services) => {
    const bad = Array.from({ length: 2_400 }, (_, at) => content(at, `bad${at % services}`, HANGS))
    // One of its own hangs, as any may.
    const gateway = [content(5_000, 'gateway', HANGS)]
    const good = Array.from({ length: 20 }, (_, at) => content(6_000 + at, 'gateway', ANSWERS, 5 * 60_000))
    expect(Math.max(...(await drain([...gateway, ...bad, ...good])))).toBeLessThan(2 * FETCH_TIMEOUT_MS)
  },
)

it.each([
  { of: 'documents', limits: LIMITS, services: 40 },
  { of: 'images', limits: LIMITS_OF_IMAGES, services: 4 },
])(
  'comes to what answers again in the time of a few rounds, however many services have content that hangs: $of of $services',
  async ({ limits, services }) => {
    const bad = Array.from({ length: 2_400 }, (_, at) => content(at, `bad${at % services}`, HANGS))
    const good = Array.from({ length: 20 }, (_, at) => content(6_000 + at, 'gateway', ANSWERS, 5 * 60_000))
    const written = await drain([content(5_000, 'gateway', HANGS), ...bad, ...good], limits)
    expect(written).toHaveLength(good.length)
    expect(Math.max(...written)).toBeLessThan(10 * FETCH_TIMEOUT_MS)
  },
)

it('gives a service that answers again what it had before', async () => {
  const missing = Array.from({ length: 10 }, (_, at) => content(at, 'gateway', HANGS))
  const found = Array.from({ length: 300 }, (_, at) => content(100 + at, 'gateway', ANSWERS, FETCH_TIMEOUT_MS + 1_000))
  // A tenth of a second each, sixteen at a time: twelve at a time, as slow ones, would take two and a half seconds.
  expect(Math.max(...(await drain([...missing, ...found])))).toBeLessThan(2_200)
})
