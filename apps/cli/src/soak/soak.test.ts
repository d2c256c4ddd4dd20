import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { planSoak } from '../commands/soak.ts'
import { REFUSED } from '../drill/load.ts'
import type { Sample } from '../drill/samples.ts'
import { MEASURES, valuesOf } from './measures.ts'
import { soakLoad, untilDrained } from './run-soak.ts'
import {
  failuresOfSoak,
  type SoakMinute,
  type SoakReport,
  soakChart,
  soakJson,
  soakTable,
  summarizeRequests,
} from './soak-report.ts'

const PLAN = { minutes: 60, sessions: 500, trades: 30, sockets: 1_000 }

/** A minute in which everything is well. */
function minuteOf(minute: number, memory: Readonly<Record<string, number>>): SoakMinute {
  return {
    minute,
    requests: { sent: 100, failed: 0, refused: 0, p99Ms: { page: 80, read: 9.44 }, faults: {} },
    messagesPerSecond: 12,
    closedSockets: 0,
    measured: {
      memory,
      heap: {},
      engineMemory: {},
      handles: { 'API 1': 80 },
      connections: { 'PostgreSQL 1': 40, HAProxy: 60 },
      lag: { index: 1, replicas: 0.2 },
      queues: { 'transactions to be written': 3 },
      eventLoop: {},
      sockets: { open: 1_000 },
      events: { indexed: 30 },
    },
  }
}

/** A soak in which the memory of one API is as given, minute by minute. */
function soakOf(memory: readonly number[]): SoakReport {
  return {
    plan: { ...PLAN, minutes: memory.length },
    minutes: memory.map((mib, at) => minuteOf(at + 1, { 'API 1': mib })),
  }
}

describe('the verdict of a soak', () => {
  test('is flat whatever the memory does in the first ten minutes, and however it varies by a tenth after them', () => {
    const early = fc.array(fc.double({ min: 1, max: 10_000, noNaN: true }), { minLength: 10, maxLength: 10 })
    const late = fc.array(fc.double({ min: 0.955, max: 1.045, noNaN: true }), { minLength: 10, maxLength: 50 })
    fc.assert(
      fc.property(early, late, fc.double({ min: 50, max: 900, noNaN: true }), (first, rest, mib) => {
        expect(failuresOfSoak(soakOf([...first, ...rest.map((share) => share * mib)]))).toEqual([])
      }),
    )
  })

  const grown = fc.double({ min: 1.11, max: 2.5, noNaN: true })
  /** An hour at 200 MiB in which some minutes take more. */
  const hourWith = (from: number, length: number, share: number) =>
    soakOf(Array.from({ length: 60 }, (_, at) => (at >= from && at < from + length ? 200 * share : 200)))

  test('is not flat where the memory of a program is more than a tenth higher for five minutes, whenever they are', () => {
    const at = fc.integer({ min: 11, max: 55 })
    fc.assert(
      fc.property(at, fc.integer({ min: 5, max: 49 }), grown, (from, length, share) => {
        expect(failuresOfSoak(hourWith(from, length, share))).toEqual([
          expect.stringMatching(/^API 1: memory grew by \d+ %, from 200 to \d+ MiB$/),
        ])
      }),
    )
  })

  test('is flat where fewer minutes need more, until it is collected', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 59 }), fc.integer({ min: 1, max: 4 }), grown, (from, length, share) => {
        expect(failuresOfSoak(hourWith(from, length, share))).toEqual([])
      }),
    )
  })

  test('is not flat where the memory of a program leaks slowly', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.6, max: 5, noNaN: true }), (mibPerMinute) => {
        const leaking = Array.from({ length: 60 }, (_, at) => 200 + at * mibPerMinute)
        expect(failuresOfSoak(soakOf(leaking))).toEqual([expect.stringMatching(/^API 1: memory grew by \d+ %/)])
      }),
    )
  })

  test.each([
    ['API 2', 1_024],
    ['site 1', 512],
    ['indexer 1', 1_024],
  ])('is not flat where %s needs more than the %i MiB that a deployment requests, for one minute', (program, mib) => {
    const hour = (most: number) => ({
      plan: PLAN,
      minutes: Array.from({ length: 60 }, (_, at) => minuteOf(at + 1, { [program]: at === 30 ? most : mib * 0.9 })),
    })
    expect(failuresOfSoak(hour(mib))).toEqual([])
    expect(failuresOfSoak(hour(mib + 1))).toEqual([
      `${program}: memory reached ${mib + 1} MiB, more than the ${mib} MiB that a deployment requests`,
    ])
  })

  test('requests of a deployment are those of its manifests', async () => {
    for (const [file, mib] of Object.entries({ api: '1Gi', web: '512Mi', indexer: '1Gi' })) {
      const manifest = await readFile(new URL(`../../../../deploy/kubernetes/${file}.yaml`, import.meta.url), 'utf8')
      expect(manifest).toMatch(new RegExp(`requests: \\{.*memory: ${mib}\\b`))
    }
  })

  test('of a short soak begins in its middle', () => {
    expect(failuresOfSoak(soakOf([100, 200, 200, 200]))).toEqual([])
    expect(failuresOfSoak(soakOf([100, 100, 100, 100, 100, 200, 200, 200]))).toHaveLength(1)
    expect(failuresOfSoak(soakOf([100]))).toEqual([])
  })

  test('is not flat where it ended early', () => {
    const report = { ...soakOf(Array(27).fill(100)), plan: PLAN }
    expect(failuresOfSoak(report)).toEqual(['ended after 27 of 60 minutes'])
  })

  const flat = soakOf(Array(12).fill(100))
  const changed = (part: (minute: SoakMinute) => Partial<SoakMinute>): SoakReport => {
    const [first, ...rest] = flat.minutes
    return { ...flat, minutes: first === undefined ? [] : [{ ...first, ...part(first) }, ...rest] }
  }

  test.each<[string, SoakReport, string]>([
    [
      'a failed request',
      changed(({ requests }) => ({ requests: { ...requests, failed: 2, faults: { page: 'answered 503' } } })),
      '2 requests failed (page: answered 503)',
    ],
    [
      'an index that is behind',
      changed(({ measured }) => ({ measured: { ...measured, lag: { index: 5.1 } } })),
      'minute 1: index 5.1 s behind',
    ],
    [
      'a replica that is behind',
      changed(({ measured }) => ({ measured: { ...measured, lag: { index: 0, replicas: 9 } } })),
      'minute 1: replicas 9.0 s behind',
    ],
    [
      'no word of the index',
      changed(({ measured }) => ({ measured: { ...measured, lag: {} } })),
      'minute 1: no indexer said how far it is behind',
    ],
    [
      'memory that was not measured',
      {
        ...flat,
        minutes: flat.minutes.map((one) =>
          one.minute === 11 ? { ...one, measured: { ...one.measured, memory: {} } } : one,
        ),
      },
      'API 1: memory unknown in 1 minutes',
    ],
    [
      'a socket that was closed',
      { ...flat, minutes: flat.minutes.map((one) => ({ ...one, closedSockets: 3 })) },
      '3 sockets were closed',
    ],
  ])('is not flat with %s, and says so', (_, report, line) => {
    expect(failuresOfSoak(report)).toEqual([line])
    expect(soakTable(report)).toContain(line)
    expect(JSON.parse(soakJson(report))).toMatchObject({ passed: false, failures: [line] })
  })

  test('is flat with requests that were refused for their number', () => {
    const report = changed(({ requests }) => ({ requests: { ...requests, refused: 7 } }))
    expect(failuresOfSoak(report)).toEqual([])
    expect(soakTable(report)).toContain('Flat.')
    expect(JSON.parse(soakJson(report))).toMatchObject({ passed: true, failures: [] })
  })
})

// @feature operate.soak
test('shows every minute and every program, as a table and as a chart', () => {
  const minutes = [1, 2, 3].map((minute) => minuteOf(minute, { 'API 1': 100 + minute, 'site 1': 90 }))
  const report = { plan: { ...PLAN, minutes: 3 }, minutes }
  const rows = soakTable(report).split('\n')
  expect(rows[0]).toMatch(/Minute .* p99 pages .* Lag .* API 1 MiB +site 1 MiB/)
  for (const [at, mib] of [101, 102, 103].entries())
    expect(rows[at + 1]).toMatch(new RegExp(`^ *${at + 1} +100 +0 +0 +80 ms +9.4 ms +– +– +1 s .* ${mib} +90`))
  const chart = soakChart(report, '2026-11-28')
  expect(chart).toContain('500 sessions, 30 transactions a second, 1000 sockets')
  for (const { title } of Object.values(MEASURES)) expect(chart).toContain(`>${title}</text>`)
  expect(chart).toContain('API 1: 103')
})

describe('the requests of a minute', () => {
  const sample = fc.record({
    kind: fc.constantFrom('page' as const, 'read' as const, 'write' as const, 'media' as const),
    took: fc.integer({ min: 0, max: 9_000 }),
    fault: fc.constantFrom(null, null, null, REFUSED, 'answered 503', 'fetch failed'),
  })

  test('are answered, failed or refused, and only answers have a time', () => {
    fc.assert(
      fc.property(fc.array(sample), (drawn) => {
        const samples = drawn.map(
          ({ kind, took, fault }): Sample => ({ kind, startedAt: 100, endedAt: 100 + took, fault }),
        )
        const { sent, failed, refused, p99Ms } = summarizeRequests(samples)
        const answered = drawn.filter(({ fault }) => fault === null)
        expect([sent, sent - failed - refused]).toEqual([drawn.length, answered.length])
        expect(refused).toBe(drawn.filter(({ fault }) => fault === REFUSED).length)
        for (const kind of ['page', 'read', 'write', 'media'] as const) {
          const times = answered.filter((one) => one.kind === kind).map(({ took }) => took)
          const slower = times.filter((took) => took > (p99Ms[kind] ?? 0)).length
          expect(slower).toBeLessThanOrEqual(times.length / 100)
          expect(p99Ms[kind] === undefined).toBe(times.length === 0)
        }
      }),
    )
  })
})

test('values of Prometheus have the names of programs; what it does not know is missing', () => {
  const value = (instance: string, text: string) => ({ metric: { instance }, value: [1_790_000_000.5, text] })
  const answer = {
    status: 'success',
    data: { result: [value('a:1', '12.5'), value('b:2', 'NaN'), value('c:3', '+Inf')] },
  }
  expect(valuesOf(answer, (instance) => `program ${instance}`)).toEqual({ 'program a:1': 12.5 })
  expect(() => valuesOf({ status: 'error', error: 'parse error' }, String)).toThrow()
})

test('people of a soak browse from addresses of their own, three calls and images a page, some of them signed in', () => {
  const { workers, addressOf } = soakLoad(500)
  expect([workers.page.workers, workers.read.workers, workers.write.workers]).toEqual([500, 500, 50])
  expect(workers.page.pauseMs / workers.read.pauseMs).toBe(3)
  const addresses = Array.from({ length: 20_000 }, (_, client) => addressOf?.(client))
  expect(new Set(addresses).size).toBe(20_000)
})

describe('what the new market names', () => {
  afterEach(() => void vi.useRealTimers())

  /** Waits while one look after the other, a minute apart, counts what waits. */
  const drain = (counts: readonly (number | undefined)[]) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const notes: string[] = []
    let looks = 0
    const read = async () => {
      vi.setSystemTime(Date.now() + 60_000)
      looks += 1
      return counts[Math.min(looks, counts.length) - 1]
    }
    const done = untilDrained({
      read,
      note: (text) => notes.push(text),
      signal: new AbortController().signal,
      pollMs: 0,
    })
    return { done, notes, looks: () => looks }
  }

  test('is fetched before a soak begins, except for what hosts never answer', async () => {
    const { done, notes, looks } = drain([undefined, 300, 21, 20, 0])
    await done
    expect([notes, looks()]).toEqual([['not counted yet', '300 wait', '21 wait'], 4])
  })

  test.each([
    ['300 wait', 300],
    ['not counted yet', undefined],
  ])('ends a soak after half an hour in which it is not: %s', async (waiting, count) => {
    const { done, looks } = drain([count])
    await expect(done).rejects.toThrow(`were not fetched in 30 minutes (${waiting})`)
    expect(looks()).toBe(30)
  })
})

test.each([
  [{ minutes: '0' }, '--minutes must be from 1 to'],
  [{ trades: '51' }, '--trades must be from 1 to 50, not 51'],
  [{ sockets: 'many' }, '--sockets takes a whole number'],
  [{ sessions: '-1' }, '--sessions must be from 1'],
])('refuses %o', (part, words) => {
  const raw = { minutes: '60', sessions: '500', trades: '30', sockets: '1000' }
  expect(planSoak(raw)).toEqual(PLAN)
  expect(() => planSoak({ ...raw, ...part })).toThrow(words)
})
