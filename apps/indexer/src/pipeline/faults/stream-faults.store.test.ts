import { responseWith } from '@opal/chain/testing/raw-transaction'
import { type Connection, startStreamServer } from '@opal/chain/testing/stream-server'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { offerHistory } from '../../testing/offer-history.ts'
import { rowsOf, runIndexer, undisturbed } from '../../testing/running-indexer.ts'

const HISTORY = offerHistory(30)
const HEAD = String(HISTORY.length)

/** A response with the transactions from one version to before another. */
const part = (from: number, to = HISTORY.length) => responseWith(HISTORY.slice(from, to))
/** A server that delivers all that is asked for. */
const sound: Connection = ({ startingVersion, send }) => void send(part(Number(startingVersion)))

interface Fault {
  readonly name: string
  readonly first: Connection
  readonly settings?: Readonly<Record<string, string>>
  /** Code of `/readyz` after recovery. */
  readonly code: string | null
  /** A line of `/metrics`. */
  readonly counted: string
}

const FAULTS: readonly Fault[] = [
  {
    name: 'a connection that is cut',
    first: ({ send, end }) => {
      send(part(0, 10))
      end()
    },
    code: 'stream-lost',
    counted: 'opal_indexer_stream_losses_total{code="stream-lost"} 1',
  },
  {
    name: 'a stream that falls silent',
    first: ({ send }) => void send(part(0, 10)),
    settings: { STREAM_SILENCE_MS: '300' },
    code: null,
    // The sound server falls silent at the head, too.
    counted: 'opal_indexer_stream_silences_total ',
  },
  {
    name: 'a batch that comes twice',
    first: ({ send }) => {
      send(part(0, 10))
      send(part(0, 10))
      send(part(5))
    },
    code: null,
    counted: 'opal_indexer_repeated_transactions_total 15',
  },
  {
    name: 'a gap',
    first: ({ send }) => {
      send(part(0, 10))
      send(part(12))
    },
    code: 'stream-gap',
    counted: 'opal_indexer_stream_losses_total{code="stream-gap"} 1',
  },
  {
    name: 'batches out of order',
    first: ({ send }) => {
      send(part(0, 10))
      send(part(20))
      send(part(10, 20))
    },
    code: 'stream-gap',
    counted: 'opal_indexer_stream_losses_total{code="stream-gap"} 1',
  },
]

describe('loses and duplicates nothing', () => {
  let expected: Awaited<ReturnType<typeof undisturbed>>
  beforeAll(async () => {
    expected = await undisturbed(HISTORY)
    expect(expected['market.token_offers']).toHaveLength(HISTORY.length)
  })

  test.each(FAULTS)('after $name, which the status reports', async ({ first, settings, code, counted }) => {
    await using database = await createTestDatabase()
    await using server = await startStreamServer(first, sound)
    {
      await using indexer = await runIndexer(database.databaseUrl, server.address, settings)
      const health = await indexer.until(({ nextVersion }) => nextVersion === HEAD)
      expect(health.lastProblem?.code ?? null).toBe(code)
      expect(await indexer.metrics()).toContain(counted)
    }
    expect(await rowsOf(database.databaseUrl)).toEqual(expected)
  })

  test('when another indexer takes over', async () => {
    await using database = await createTestDatabase()
    await using server = await startStreamServer(({ send }) => void send(part(0, 10)), sound)
    {
      await using indexer = await runIndexer(database.databaseUrl, server.address)
      await indexer.until(({ nextVersion }) => nextVersion === '10')
    }
    await using indexer = await runIndexer(database.databaseUrl, server.address)
    await indexer.until(({ nextVersion }) => nextVersion === HEAD)
    expect(await rowsOf(database.databaseUrl)).toEqual(expected)
  })
})

describe('ends and reports the reason in its status', () => {
  test('at a stream of another chain, without writing a row', async () => {
    await using database = await createTestDatabase()
    await using server = await startStreamServer(({ send }) => void send(responseWith(HISTORY, 1n)))
    await using indexer = await runIndexer(database.databaseUrl, server.address)
    await expect(indexer.ended).rejects.toMatchObject({ code: 'wrong-chain' })
    const { status, health } = await indexer.ready()
    expect([status, health.state, health.lastProblem?.code]).toEqual([503, 'failed', 'wrong-chain'])
    expect(await rowsOf(database.databaseUrl)).toEqual(await undisturbed([]))
  })

  test('at a permanent gap, after writing every row before it', async () => {
    await using database = await createTestDatabase()
    const jumping: Connection = ({ startingVersion, send }) => {
      send(part(Number(startingVersion), 10))
      send(part(12))
    }
    await using server = await startStreamServer(jumping)
    await using indexer = await runIndexer(database.databaseUrl, server.address)
    await expect(indexer.ended).rejects.toMatchObject({ code: 'stream-gap' })
    const { status, health } = await indexer.ready()
    expect([status, health.lastProblem?.message]).toEqual([503, expect.stringContaining('expected version 10')])
    expect(await rowsOf(database.databaseUrl)).toEqual(await undisturbed(HISTORY.slice(0, 10)))
  })
})
