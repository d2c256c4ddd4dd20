import { rawTransaction, responseWith } from '@opal/chain/testing/raw-transaction'
import { servePast } from '@opal/chain/testing/serve-past'
import { type Connection, startStreamServer } from '@opal/chain/testing/stream-server'
import { MarketError } from '@opal/domain/errors'
import { openRawRanges, readRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { createTestStore } from '@opal/store/testing/test-store'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { Progress } from '../../status/progress.ts'
import { indexerEnvironment } from '../../testing/running-indexer.ts'
import { MAIN_STREAM } from '../open-context.ts'
import { writeRaw } from './raw-pass.ts'

const LENGTH = 2_000
const HISTORY = Array.from({ length: LENGTH }, (_, version) =>
  rawTransaction(BigInt(version), { timestamp: { seconds: '1700000000', nanos: 0 } }),
)
const SPAN = { stream: MAIN_STREAM, chainId: 4, fromVersion: 0n, toVersion: BigInt(LENGTH), ranges: 2 }
const serve = (chainId: bigint, before?: () => Promise<void>) =>
  servePast({
    length: LENGTH,
    perResponse: 100,
    respond: (from, to) => responseWith(HISTORY.slice(from, to), chainId),
    ...(before !== undefined && { before }),
  })

async function runRawPass(connection: Connection, signal = new AbortController().signal) {
  await using store = await createTestStore()
  await using server = await startStreamServer(connection)
  const config = readConfig(indexerEnvironment(store.connectionString, server.address))
  const options = { config, signal, progress: new Progress(), log: pino({ level: 'silent' }) }
  const outcome = await writeRaw(await openRawRanges(store.db, SPAN), options).catch((error: unknown) => error)
  const ranges = await readRawRanges(store.db, MAIN_STREAM)
  return { outcome, written: ranges.map((range) => range.next_version - range.from_version) }
}

test('writes every range to its end', async () => {
  expect(await runRawPass(serve(4n))).toEqual({ outcome: undefined, written: [1_000n, 1_000n] })
})

test('ends all ranges with the error of the one that cannot go on, as the error of its own thread', async () => {
  const never = new Promise<void>(() => undefined)
  const [silent, foreign] = [serve(4n, () => never), serve(9n)]
  const { outcome, written } = await runRawPass((call) => (call.startingVersion === 0n ? silent : foreign)(call))
  expect(outcome).toBeInstanceOf(MarketError)
  expect(outcome).toMatchObject({ code: 'wrong-chain', retryable: false })
  expect(written).toEqual([0n, 0n])
})

test('returns at the signal', async () => {
  const ending = new AbortController()
  const stop = async () => ending.abort()
  const { outcome } = await runRawPass(serve(4n, stop), ending.signal)
  expect(outcome).toBeUndefined()
})
