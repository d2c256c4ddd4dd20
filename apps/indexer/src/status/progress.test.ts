import { StreamLostError } from '@opal/chain/chain-errors'
import { expect, test } from 'vitest'
import type { IndexedReport } from '../pipeline/batches/index-batch.ts'
import { isReady } from './indexer-health.ts'
import { Progress } from './progress.ts'

const START_MS = 1_700_000_000_000

function report(nextVersion: number, seen: number, chainSeconds: number): IndexedReport {
  const lastTimestampMicros = BigInt(chainSeconds) * 1_000_000n
  const rest = { wanted: 3, marketEvents: 2, newStops: [], unread: [], unwritten: [] }
  return { nextVersion: BigInt(nextVersion), seen, lastTimestampMicros, ...rest }
}

/** An indexer that is an hour behind and catches up eleven seconds in one. */
function catchingUp() {
  const clock = { ms: START_MS }
  const progress = new Progress(() => clock.ms)
  progress.marketplaces(['opal', 'other'], [])
  progress.begin(0n, null)
  for (let second = 1; second <= 11; second += 1) {
    clock.ms = START_MS + second * 1_000
    progress.took(500)
    progress.advance(report(second * 500, 500, START_MS / 1_000 - 3_600 + second * 11))
  }
  return { clock, progress }
}

test('reports version, lag, rates, time left and queue', () => {
  const { progress } = catchingUp()
  progress.took(70)
  expect(progress.health()).toMatchObject({
    state: 'following',
    nextVersion: '5500',
    lagSeconds: 3_490,
    transactionsPerSecond: 500,
    eventsPerSecond: 2,
    etaSeconds: 349,
    queuedTransactions: 70,
    lastProblem: null,
    marketplaces: [
      { id: 'opal', state: 'following', resumesAt: null, stoppedAt: null },
      { id: 'other', state: 'following', resumesAt: null, stoppedAt: null },
    ],
  })
})

test.each([
  ['has what the chain has', 5_500n, 0, 20, 20],
  ['has more than it had', 5_400n, 0, 20, 20],
  ['had it a minute ago', 5_500n, 60, 20, 80],
  ['lacks a version', 5_501n, 0, 20, 3_510],
])(
  'is behind a chain that writes nothing by the time since it had all of it: %s',
  (_, head, beforeSeconds, since, lag) => {
    const { progress, clock } = catchingUp()
    progress.chainWas(head, clock.ms - beforeSeconds * 1_000)
    clock.ms += since * 1_000
    expect(progress.health().lagSeconds).toBe(lag)
    progress.standingBy()
    progress.begin(5_500n, null)
    progress.advance(report(5_501, 1, START_MS / 1_000 - 3_600))
    expect(progress.health().lagSeconds).toBe(3_611 + since)
  },
)

test('is at the head while it follows the chain and is ten minutes behind at most', () => {
  const { progress, clock } = catchingUp()
  expect(progress.isAtHead()).toBe(false)
  progress.chainWas(5_500n, clock.ms)
  expect(progress.isAtHead()).toBe(true)
  clock.ms += 600_000
  expect(progress.isAtHead()).toBe(true)
  clock.ms += 1_000
  expect(progress.isAtHead()).toBe(false)
  progress.chainWas(5_500n, clock.ms)
  progress.lost(new Error('away'))
  expect(progress.isAtHead()).toBe(false)
  progress.standingBy()
  expect(progress.isAtHead()).toBe(false)
})

test('is behind by the age of a transaction that is newer than what the chain was asked for', () => {
  const { progress, clock } = catchingUp()
  progress.chainWas(5_500n, clock.ms)
  clock.ms += 9_000
  progress.advance(report(5_501, 1, START_MS / 1_000 + 18))
  expect(progress.health().lagSeconds).toBe(2)
})

test('says from the start how far behind the index is, though the stream brings nothing', async () => {
  const { progress, clock } = catchingUp()
  progress.standingBy()
  progress.preparing()
  expect(progress.health().lagSeconds).toBeNull()
  progress.begin(5_500n, BigInt(clock.ms - 90_000) * 1_000n)
  expect(progress.health()).toMatchObject({ state: 'following', lagSeconds: 90 })
  clock.ms += 30_000
  expect((await progress.metricsText()).text).toContain('opal_indexer_lag_seconds 120\n')
})

test('reports a fault while it lasts, and as the last one afterwards', () => {
  const { progress, clock } = catchingUp()
  progress.lost(new StreamLostError('host:1', 'the server ended it'))
  const problem = { code: 'stream-lost', atSeconds: Math.floor(clock.ms / 1_000) }
  expect([isReady(progress.health()), progress.health().state]).toEqual([false, 'reconnecting'])
  expect(progress.health().lastProblem).toMatchObject(problem)
  progress.accepted()
  expect([isReady(progress.health()), progress.health().state]).toEqual([true, 'following'])
  progress.lost(new StreamLostError('host:1', 'the server ended it'))
  progress.took(1)
  expect([isReady(progress.health()), progress.health().lastProblem]).toEqual([true, expect.objectContaining(problem)])
  progress.interrupted(Object.assign(new Error('No space left on device'), { code: '53100' }))
  expect([isReady(progress.health()), progress.health().lastProblem?.code]).toEqual([false, '53100'])
  progress.standingBy()
  expect(isReady(progress.health())).toBe(true)
})

test('reports nothing of the index while another indexer holds the lease, whatever it knew', async () => {
  const { progress } = catchingUp()
  const stop = { marketplace: 'chain', version: 9n, event_index: 1, event_type: 't', message: 'm' }
  progress.advance({ ...report(5_501, 1, START_MS / 1_000), newStops: [stop] })
  progress.unwritten(3)
  const before = await progress.metricsText()
  expect(before.text).toContain('opal_indexer_marketplace_stopped{marketplace="chain"} 1\n')
  progress.standingBy()
  expect(progress.health()).toMatchObject({
    state: 'standing-by',
    nextVersion: null,
    lagSeconds: null,
    queuedTransactions: 0,
    backfill: null,
    unwrittenTransactions: 0,
  })
  const { text } = await progress.metricsText()
  expect(text).toContain('opal_indexer_lag_seconds Nan\n')
  expect(text).toContain('opal_indexer_unwritten_transactions 0\n')
  expect(text).not.toMatch(/opal_indexer_marketplace_stopped\{.*\} 1/)
})

test('is ready while it derives rows again before it follows', () => {
  const progress = new Progress()
  progress.standingBy()
  progress.preparing()
  expect([progress.health().state, isReady(progress.health())]).toEqual(['preparing', true])
})

test('reports a marketplace that catches up, with its progress', () => {
  const { progress } = catchingUp()
  const opal = () => progress.health().marketplaces[0]
  progress.marketplaces(['opal'], [{ marketplace: 'opal', version: 9n, event_index: 1, event_type: 't', message: 'm' }])
  expect(opal()).toMatchObject({ state: 'stopped', resumesAt: null, stoppedAt: { version: '9' } })
  progress.resuming('opal', 9n)
  progress.resuming('opal', 700n)
  expect(opal()).toEqual({ id: 'opal', state: 'resuming', resumesAt: '700', stoppedAt: null })
  progress.resuming('opal', null)
  expect(opal()).toMatchObject({ state: 'following', resumesAt: null })
})

test('reports the ranges that are read concurrently and their waiting transactions', async () => {
  const { progress } = catchingUp()
  expect(progress.health().backfill).toBeNull()
  const ranges = [
    { from: 10n, to: 20n, next: 15n, waitingBytes: 0 },
    { from: 20n, to: 30n, next: 30n, waitingBytes: 700 },
  ]
  progress.reading(ranges, 5_000)
  expect(progress.health().backfill).toEqual({
    ranges: [
      { from: '10', to: '20', next: '15' },
      { from: '20', to: '30', next: '30' },
    ],
    waitingBytes: 700,
  })
  const { text } = await progress.metricsText()
  expect(text).toContain('opal_indexer_backfill_ranges 2\n')
  expect(text).toContain('opal_indexer_backfill_waiting_bytes 700\n')
  expect(text).toContain('opal_indexer_backfill_limit_bytes 5000\n')
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
})

test('exports the same as Prometheus metrics, labelled by marketplace', async () => {
  const { progress } = catchingUp()
  const stop = { marketplace: 'opal', version: 9n, event_index: 1, event_type: 't', message: 'm' }
  progress.advance({ ...report(5_501, 1, START_MS / 1_000), newStops: [stop] })
  progress.media({ pendingDocuments: 4, failedDocuments: 2, pendingImages: 0, failedImages: 1 })
  progress.fetched('documents', true)
  progress.fetched('images', false)
  progress.fetched('images', false)
  progress.repeated(15)
  progress.wrote(0.02)
  const { text } = await progress.metricsText()
  const lines = [
    'opal_indexer_transactions_total 5501',
    'opal_indexer_market_events_total 24',
    'opal_indexer_next_version 5501',
    'opal_indexer_lag_seconds 11',
    'opal_indexer_queue_transactions 0',
    'opal_indexer_state{state="following"} 1',
    'opal_indexer_state{state="failed"} 0',
    'opal_indexer_marketplace_stopped{marketplace="opal"} 1',
    'opal_indexer_marketplace_stopped{marketplace="other"} 0',
    'opal_indexer_media{what="failedDocuments"} 2',
    'opal_indexer_media_first_fetches_total{what="documents",result="ready"} 1',
    'opal_indexer_media_first_fetches_total{what="documents",result="failed"} 0',
    'opal_indexer_media_first_fetches_total{what="images",result="ready"} 0',
    'opal_indexer_media_first_fetches_total{what="images",result="failed"} 2',
    'opal_indexer_repeated_transactions_total 15',
    'opal_indexer_write_seconds_count 1',
  ]
  expect(text.split('\n')).toEqual(expect.arrayContaining(lines))
})
