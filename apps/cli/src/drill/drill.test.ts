import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAULTS } from './faults.ts'
import { planDrill } from './plan.ts'
import { drillJson, drillTable, type FaultResult, failuresOf, hasPassed } from './report.ts'
import { compareRows } from './restore.ts'
import { SAMPLE_KINDS, type Sample, summarize } from './samples.ts'
import { type Follower, lossesOf } from './sockets.ts'
import { askedQueries, metricsIn } from './unknown-metrics.ts'
import { differencesOf } from './witness.ts'

const RESULT: FaultResult = {
  name: 'api-kill',
  title: 'One API: killed',
  limitSeconds: 10,
  sparesPages: true,
  requests: 100,
  failed: 0,
  failedPages: 0,
  seconds: 1,
  wrong: {},
  versions: [1n, 9n],
  live: { lost: 0, duplicated: 0 },
  commits: { acknowledged: 50, lost: 0 },
  events: { lost: 0, duplicated: 0 },
}
const RESTORE = { rows: 40, missing: 0, tooMany: 0, verifyDifferences: 0, seconds: 60 }
const CLEAN = {
  faults: [RESULT],
  elsewhere: { lost: 0, duplicated: 0 },
  verifyDifferences: 0,
  unknownMetrics: [],
  restore: RESTORE,
}

describe('the outcome of a drill', () => {
  test('is passed when nothing was lost, duplicated or unavailable for too long', () => {
    expect(hasPassed(CLEAN)).toBe(true)
    expect(JSON.parse(drillJson(CLEAN))).toMatchObject({ passed: true, faults: [{ versions: ['1', '9'] }] })
  })

  test.each<[string, Partial<FaultResult>]>([
    ['an event lost', { events: { lost: 1, duplicated: 0 } }],
    ['an event duplicated', { events: { lost: 0, duplicated: 1 } }],
    ['a live message lost', { live: { lost: 1, duplicated: 0 } }],
    ['a live message duplicated', { live: { lost: 0, duplicated: 1 } }],
    ['an acknowledged commit lost', { commits: { acknowledged: 50, lost: 1 } }],
    ['too long', { seconds: 10.1, wrong: { index: { fault: 'behind the chain', seconds: 10.1 } } }],
    ['a page failed', { failed: 1, failedPages: 1 }],
  ])('is failed by %s, and says so', (_, part) => {
    const report = { ...CLEAN, faults: [RESULT, { ...RESULT, ...part }] }
    expect(hasPassed(report)).toBe(false)
    expect(failuresOf({ ...RESULT, ...part })).toHaveLength(1)
    expect(drillTable(report)).toContain(`One API: killed: ${failuresOf({ ...RESULT, ...part })[0]}`)
  })

  test('is failed by a difference that verify finds, and by one outside of the faults', () => {
    expect(hasPassed({ ...CLEAN, verifyDifferences: 1 })).toBe(false)
    expect(hasPassed({ ...CLEAN, unknownMetrics: ['pg_gone'] })).toBe(false)
    expect(drillTable({ ...CLEAN, unknownMetrics: ['pg_gone'] })).toContain('ask for pg_gone, which nothing serves')
    expect(hasPassed({ ...CLEAN, elsewhere: { lost: 1, duplicated: 0 } })).toBe(false)
    expect(hasPassed({ ...CLEAN, elsewhere: { lost: 0, duplicated: 1 } })).toBe(false)
  })

  test.each(['missing', 'tooMany', 'verifyDifferences'])('is failed by a restore with %s', (part) => {
    expect(hasPassed({ ...CLEAN, restore: { ...RESTORE, [part]: 1 } })).toBe(false)
    expect(hasPassed({ ...CLEAN, restore: null })).toBe(true)
  })

  test('a failed request that is no page, or where pages may fail, is counted only', () => {
    expect(failuresOf({ ...RESULT, failed: 5 })).toEqual([])
    expect(failuresOf({ ...RESULT, sparesPages: false, failed: 5, failedPages: 5 })).toEqual([])
  })
})

describe('what samples say of a fault', () => {
  const sample = fc.record({
    kind: fc.constantFrom(...SAMPLE_KINDS),
    startedAt: fc.integer({ min: 0, max: 20_000 }),
    took: fc.integer({ min: 0, max: 2_000 }),
    fault: fc.option(fc.constant('answered 503')),
  })

  test('is right again when the last wrong look has ended, whichever it was', () => {
    fc.assert(
      fc.property(fc.array(sample), fc.integer({ min: 0, max: 20_000 }), (drawn, faultAt) => {
        const samples: Sample[] = drawn.map(({ took, ...rest }) => ({ ...rest, endedAt: rest.startedAt + took }))
        const { seconds, requests, failed, failedPages } = summarize(samples, faultAt)
        const since = samples.filter(({ endedAt }) => endedAt >= faultAt)
        const wrong = since.filter(({ fault }) => fault !== null)
        for (const { endedAt } of wrong) expect(faultAt + seconds * 1_000).toBeGreaterThanOrEqual(endedAt - 0.001)
        if (wrong.length === 0) expect(seconds).toBe(0)
        expect(requests).toBe(since.filter(({ kind }) => kind !== 'index' && kind !== 'socket').length)
        expect(failed).toBe(wrong.filter(({ kind }) => kind !== 'index' && kind !== 'socket').length)
        expect(failedPages).toBe(wrong.filter(({ kind }) => kind === 'page').length)
      }),
    )
  })

  test('an answer that takes longer than five seconds is not right, though it does not fail', () => {
    const slow: Sample = { kind: 'read', startedAt: 1_000, endedAt: 6_500, fault: null }
    expect(summarize([slow], 500)).toMatchObject({
      failed: 0,
      seconds: 6,
      wrong: { read: { fault: 'took 5.5 s', seconds: 6 } },
    })
  })
})

test('live messages that a socket never got are lost, those it got twice duplicated; those from before it are neither', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 10, maxLength: 10 })),
      fc.integer({ min: 0, max: 9 }),
      (times, first) => {
        const followers: Follower[] = times.map((each) => ({
          state: 'live',
          since: BigInt(first),
          delivered: new Map(each.map((count, id) => [BigInt(id), count])),
        }))
        const feed = Array.from({ length: 10 }, (_, id) => BigInt(id))
        const counted = times.flatMap((each) => each.slice(first))
        expect(lossesOf(followers, feed)).toEqual({
          lost: counted.filter((count) => count === 0).length,
          duplicated: counted.filter((count) => count === 2).length,
        })
      },
    ),
  )
})

test('rows of two indexes of one chain are compared below the head alone, each as often as it is there', () => {
  const row = (version: number, part: string) => JSON.stringify({ version: String(version), part })
  const witness = { 'chain.events': [row(1, 'a'), row(2, 'b'), row(9, 'after')] }
  expect(differencesOf(witness, witness, 5n)).toEqual([])
  const stored = { 'chain.events': [row(1, 'a'), row(1, 'a'), row(7, 'after')] }
  expect(differencesOf(stored, witness, 5n)).toEqual([
    { table: 'chain.events', version: 2n, kind: 'lost' },
    { table: 'chain.events', version: 1n, kind: 'duplicated' },
  ])
  expect(differencesOf({}, witness, 5n)).toHaveLength(2)
})

describe('the faults', () => {
  test('have names of their own, and are chosen by them or by the word that they begin with', () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
    const namesOf = (only: string) => planDrill({ only }).faults.map(({ name }) => name)
    for (const { name } of FAULTS) expect(namesOf(name)).toEqual([name])
    expect(namesOf('api, web-kill')).toEqual(['api-kill', 'api-freeze', 'api-stop', 'web-kill'])
    expect(planDrill({})).toEqual({ faults: FAULTS, restores: true })
    expect(planDrill({ only: 'restore' })).toEqual({ faults: [], restores: true })
    expect(planDrill({ only: 'api' }).restores).toBe(false)
    const random = { kills: 3, seed: 'a' }
    expect(planDrill({ random })).toMatchObject({ faults: [{ name: 'random' }], restores: false })
    expect(planDrill({ only: 'api-kill,restore', random })).toMatchObject({
      faults: [{ name: 'api-kill' }, { name: 'random', title: '3 random processes killed, seed a' }],
      restores: true,
    })
    expect(() => planDrill({ only: 'api,disk' })).toThrow('--only does not know "disk"')
  })

  test.each(['redis', 'api', 'web', 'replica', 'media'])('pages stand a lost %s', (part) => {
    expect(planDrill({ only: part }).faults.every(({ sparesPages }) => sparesPages)).toBe(true)
  })
})

test('a restore holds every row from before its moment and none from after it', () => {
  const before = ['account.sessions (a)', 'account.sessions (b)', 'account.favourites (c)']
  expect(compareRows(before, before)).toEqual({ rows: 3, missing: 0, tooMany: 0 })
  const restored = ['account.sessions (a)', 'account.sessions (later)']
  expect(compareRows(before, restored)).toEqual({ rows: 3, missing: 2, tooMany: 1 })
})

describe('metrics that a query asks for', () => {
  test.each([
    [
      'sum by (job) (rate(opal_api_request_seconds_count{status=~"5.."}[5m])) > 0.01',
      ['opal_api_request_seconds_count'],
    ],
    ['min(a_lag{job="b_c"}) > 60 or absent(a_state)', ['a_lag', 'a_state']],
    [
      'sum by (instance) (pg_stat_activity_count) > on (instance) 0.85 * pg_settings_max',
      ['pg_stat_activity_count', 'pg_settings_max'],
    ],
    ['histogram_quantile(0.99, sum by (le) (rate(a_bucket[$__rate_interval])))', ['a_bucket']],
    ['sum(up{job="etcd"}) < 2', ['up']],
    ['max_over_time(min(lag_seconds and on (instance) (a_state{state="b"} == 1))[1m:5s])', ['lag_seconds', 'a_state']],
  ])('%s', (query, metrics) => {
    expect(metricsIn(query)).toEqual(metrics)
  })

  test('are found in every alert, every panel and every measurement', () => {
    const queries = askedQueries()
    expect(queries.length).toBeGreaterThan(50)
    for (const query of queries) expect(metricsIn(query), query).not.toEqual([])
  })
})
