import { leanScope } from '@opal/chain/state/state-scope'
import { startLedgerNode } from '@opal/chain/testing/ledger-node'
import { servePast } from '@opal/chain/testing/serve-past'
import { streamOptionsFor } from '@opal/chain/testing/stream-options-for'
import { type Connection, type StreamServer, startStreamServer } from '@opal/chain/testing/stream-server'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { type Logger, pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { BackfillHealth } from '../../status/indexer-health.ts'
import { Progress } from '../../status/progress.ts'
import { createHeadReader, type ReadStreamOptions, readStream } from './read-stream.ts'
import { buildSelection } from './transaction-selection.ts'

const silent = pino({ level: 'silent' })

function askAt(NODE_URL?: string, log: Logger = silent): Promise<bigint | null> {
  return createHeadReader(
    readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://opal@127.0.0.1/opal', NODE_URL }),
    log,
  )()
}

test("returns the node's version as the head", async () => {
  await using node = await startLedgerNode(() => 41)
  expect(await askAt(node.url)).toBe(42n)
})

test('returns no head without a node, when it is unreachable, and when it is of another chain', async () => {
  await using other = await startLedgerNode(() => 41, 2)
  expect(await Promise.all([askAt(), askAt('http://127.0.0.1:1/v1'), askAt(other.url)])).toEqual([null, null, null])
})

test("logs that the node does not help without its address, whose path may hold the operator's key", async () => {
  await using other = await startLedgerNode(() => 41, 2)
  const key = '8f14e45fceea167a5a36dedd4bea2543'
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await askAt(`http://127.0.0.1:1/${key}/v1`, log)
  await askAt(`${other.url}/?${key}`, log)
  expect(lines).toHaveLength(2)
  expect(lines.filter((line) => line.includes(key))).toEqual([])
})

test('logs a node that is away once, and again after it was back', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  let isAway = false
  // What it then answers is no version.
  await using node = await startLedgerNode(() => (isAway ? Number.NaN : 41))
  const config = readConfig({
    OPAL_NETWORK: 'local',
    DATABASE_URL: 'postgres://opal@127.0.0.1/opal',
    NODE_URL: node.url,
  })
  const askHead = createHeadReader(config, log, 'as before')
  for (const away of [false, true, true, true, false, false, true, true]) {
    isAway = away
    expect(await askHead()).toBe(away ? null : 42n)
  }
  const gone = 'the node of NODE_URL does not report the head; as before'
  expect(lines).toEqual([gone, 'the node of NODE_URL reports the head again', gone])
})

/** gRPC's own numbers. */
const PERMISSION_DENIED = 7
const UNAVAILABLE = 14
const LENGTH = 15_000
const sound = servePast({ length: LENGTH, perResponse: 500 })
const wanted = buildSelection(contractsOf('local'), leanScope('local'))

/** Reads to the end of the chain, each version once and in order. */
async function readAll(server: StreamServer, askHead: ReadStreamOptions['askHead'], progress = new Progress()) {
  const stop = new AbortController()
  const stream = streamOptionsFor(server.address, { signal: stop.signal })
  const log = pino({ level: 'silent' })
  const backfill = { calls: 3, maxBytes: 30_000_000 }
  const reported: (BackfillHealth | null)[] = []
  let next = 0n
  for await (const batch of readStream({ stream, backfill, askHead, wanted, progress, log })) {
    expect(batch.nextVersion).toBe(next + BigInt(batch.seen))
    next = batch.nextVersion
    reported.push(progress.health().backfill)
    if (next === BigInt(LENGTH)) stop.abort()
  }
  return { next, reported, requested: server.requested.toSorted((a, b) => Number(a - b)) }
}

test('reads the backfill by several calls up to the head, and continues with one', async () => {
  await using server = await startStreamServer(sound)
  const { next, reported, requested } = await readAll(server, async () => 14_000n)
  expect(next).toBe(BigInt(LENGTH))
  expect(requested.slice(0, 3)).toEqual([0n, 2_000n, 4_000n])
  expect(requested.at(-1)).toBe(14_000n)
  expect(reported[0]?.ranges.slice(0, 2)).toMatchObject([
    { from: '0', to: '2000' },
    { from: '2000', to: '4000' },
  ])
  expect(reported.at(-1)).toBeNull()
})

test.each([
  ['is near', 9_000n],
  ['is not known', null],
])('uses one call when the head %s', async (_, head) => {
  await using server = await startStreamServer(sound)
  expect(await readAll(server, async () => head)).toMatchObject({ next: BigInt(LENGTH), requested: [0n] })
})

test('catches up again when the head has advanced far since', async () => {
  await using server = await startStreamServer(sound)
  const heads = [10_000n, 20_500n]
  const { next, requested } = await readAll(server, async () => heads.shift() ?? 0n)
  expect([next, requested.includes(10_000n)]).toEqual([BigInt(LENGTH), true])
  expect(heads).toEqual([])
})

test('checks the distance to the head after a lost connection', async () => {
  const cut: Connection = ({ startingVersion, send, fail, ...call }) => {
    sound({ startingVersion, send, fail, ...call, count: 500n, end: () => fail(UNAVAILABLE, 'away for hours') })
  }
  await using server = await startStreamServer(cut, sound)
  const heads = [0n, 15_000n, 15_000n]
  const { next, requested } = await readAll(server, async () => heads.shift() ?? 0n)
  expect(next).toBe(BigInt(LENGTH))
  // The call that was cut, its next one that delivered a message, and three ranges from there.
  expect(requested.slice(0, 5)).toEqual([0n, 500n, 1_000n, 3_000n, 5_000n])
})

test('continues with one call when the stream allows no more', async () => {
  await using server = await startStreamServer((call) => {
    if (call.count === null || call.startingVersion === 0n) sound(call)
    else call.fail(PERMISSION_DENIED, 'one call a key')
  })
  const { next, reported, requested } = await readAll(server, async () => 15_000n)
  expect([next, reported.at(-1)]).toEqual([BigInt(LENGTH), null])
  expect(requested.filter((version) => version === 2_000n)).toHaveLength(2)
})
