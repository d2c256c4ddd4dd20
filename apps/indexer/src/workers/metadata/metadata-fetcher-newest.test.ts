import { runs, testSeed } from '@opal/domain/testing/effort/config'
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

/** The jobs in hand end, and the first ones after them are of the other turn. */
const BOUND_MS = 2 * FETCH_TIMEOUT_MS + 1_000
const FAILS: Answer = { ms: 100, isReady: false }
/** As long as an answer may take without counting as slow. */
const DAWDLES: Answer = { ms: 4_900, isReady: true }

/** Addresses of one document each, by where it is. */
const ADDRESSES: Readonly<Record<string, (at: number) => string>> = {
  'addresses without a name': (at) => `http://1.${at >> 16}.${(at >> 8) & 255}.${at & 255}/`,
  'IPv6 networks': (at) => `http://[2001:${at.toString(16)}::1]/`,
  'hosts of as many owners': (at) => `https://h${at}.example/`,
  'hosts of one owner': (at) => `https://h${at}.evil.example/`,
  'content of IPFS': (at) => `ipfs://bafy${at}/1.json`,
  'content at gateways of as many owners': (at) => `https://h${at}.example/ipfs/bafy${at}/1.json`,
  'hosts at a service': (at) => `https://h${at}.pages.dev/`,
}

/** Rows of a known host and collection, and of new ones; those of the known one are tried before all others, too. */
function honest(dueMs: number, known = 'https://known.org/'): readonly Row[] {
  return [
    rowOf(-1, known, '0xknown', [ANSWERS]),
    rowOf(-2, known, '0xknown', [ANSWERS]),
    rowOf(-3, known, '0xknown', [ANSWERS], dueMs),
    rowOf(-4, 'https://new.org/', '0xnew', [ANSWERS], dueMs),
    rowOf(-5, 'ipfs://bafynew/1.json', '0xnewer', [ANSWERS], dueMs),
  ]
}

/** How long each honest document was waiting, milliseconds, with what was queued before. */
async function waits(before: readonly Row[], dueMs: number, limits = LIMITS): Promise<readonly number[]> {
  const rows = honest(dueMs)
  const written = await drain([...rows.slice(0, 2), ...before, ...rows.slice(2)], limits, ({ id }) => id < 0)
  expect(written).toHaveLength(rows.length)
  return written
}

it.each(
  Object.entries(ADDRESSES).flatMap(([where, addressOf]) => [
    { where, addressOf, of: 'documents', limits: LIMITS },
    { where, addressOf, of: 'images', limits: LIMITS_OF_IMAGES },
  ]),
)(
  'fetches what is new within two timeouts behind thousands of $of at $where that hang, of hundreds of collections',
  async ({ addressOf, limits }) => {
    const before = Array.from({ length: 7_000 }, (_, at) => rowOf(at, addressOf(at), `0xbad${at % 700}`, [HANGS]))
    expect(Math.max(...(await waits(before, 60_000, limits)))).toBeLessThan(BOUND_MS)
  },
)

it.each([
  { of: 'documents', limits: LIMITS },
  { of: 'images', limits: LIMITS_OF_IMAGES },
])(
  'fetches what is new within two timeouts behind $of of collections whose hosts answer two and hang for two in turn',
  async ({ limits }) => {
    const before = Array.from({ length: 5_000 }, (_, at) =>
      rowOf(at, `https://h${at % 50}.example/`, `0xbad${at % 50}`, [at % 200 < 100 ? ANSWERS : HANGS]),
    )
    for (const dueMs of [60_000, 91_000, 122_000])
      expect(Math.max(...(await waits(before, dueMs, limits)))).toBeLessThan(BOUND_MS)
  },
)

it('fetches what is new within two timeouts while a thousand others come due again, and then hang', async () => {
  const before = Array.from({ length: 1_000 }, (_, at) =>
    rowOf(at, `https://h${at}.example/`, `0xbad${at % 700}`, [FAILS, FAILS, HANGS]),
  )
  for (const dueMs of [5_000, 27_000, 45_000]) expect(Math.max(...(await waits(before, dueMs)))).toBeLessThan(BOUND_MS)
})

/** A wallet's documents: where they are, how they answer, and when they are queued. */
const behaviour = fc.record({
  where: fc.constantFrom(...Object.keys(ADDRESSES)),
  documents: fc.integer({ min: 1, max: 600 }),
  collections: fc.integer({ min: 1, max: 200 }),
  answers: fc.array(fc.array(fc.constantFrom(ANSWERS, DAWDLES, FAILS, HANGS), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  }),
  everyMs: fc.integer({ min: 0, max: 80 }),
})

it('fetches what is new within two timeouts, whatever was queued before and however its hosts behave', async () => {
  const queues = fc.record({
    wallets: fc.array(behaviour, { minLength: 1, maxLength: 5 }),
    afterMs: fc.integer({ min: 0, max: 90_000 }),
    limits: fc.constantFrom(LIMITS, LIMITS_OF_IMAGES),
  })
  await fc.assert(
    fc.asyncProperty(queues, async ({ wallets, afterMs, limits }) => {
      const before = wallets.flatMap(({ where, documents, collections, answers, everyMs }, wallet) =>
        Array.from({ length: documents }, (_, at) => {
          const id = wallet * 10_000 + at
          const address = ADDRESSES[where]?.(id) ?? ''
          const collection = `0xbad${wallet} ${at % collections}`
          return rowOf(id, address, collection, answers[at % answers.length] ?? [HANGS], at * everyMs)
        }),
      )
      const lastMs = Math.max(...before.map(({ dueMs = 0 }) => dueMs))
      expect(Math.max(...(await waits(before, lastMs + 1 + afterMs, limits)))).toBeLessThan(BOUND_MS)
    }),
    { numRuns: runs(40), seed: testSeed },
  )
})

it.each([
  { of: 'documents', limits: LIMITS },
  { of: 'images', limits: LIMITS_OF_IMAGES },
])('comes to $of that have waited for longest, however many that are new hang without end', async ({ limits }) => {
  const earlier = Array.from({ length: 40 }, (_, at) => rowOf(at, `https://h${at}.example/`, `0x${at}`, [ANSWERS]))
  const ever = Array.from({ length: 6_000 }, (_, at) =>
    rowOf(100 + at, `https://n${at}.example/`, `0xn${at}`, [HANGS], at * 200),
  )
  const written = await drain([...ever, ...earlier], limits, ({ id }) => id < 100)
  expect(written).toHaveLength(earlier.length)
  // Half of the slots that get free: of six every five seconds one.
  expect(Math.max(...written)).toBeLessThan(limits === LIMITS ? 4 * FETCH_TIMEOUT_MS : 20 * FETCH_TIMEOUT_MS)
})

it('gives new content of a gateway a turn of each two where thousands that hang there are due before it', async () => {
  const content = (id: number, answer: Answer, dueMs = 0) =>
    rowOf(id, `https://gateway.org/ipfs/bafy${id}/1.json`, `0x${id}`, [answer], dueMs)
  const before = Array.from({ length: 4_000 }, (_, at) => content(at, HANGS))
  const written = await drain([...before, content(5_000, ANSWERS, 60_000)])
  expect(written).toHaveLength(1)
  expect(Math.max(...written)).toBeLessThan(BOUND_MS)
})
