import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { startLedgerNode } from '@opal/chain/testing/ledger-node'
import { rawTransaction, responseWith } from '@opal/chain/testing/raw-transaction'
import { behaviours, serveDisturbed } from '@opal/chain/testing/serve-disturbed'
import { servePast } from '@opal/chain/testing/serve-past'
import { type Connection, startStreamServer } from '@opal/chain/testing/stream-server'
import { runs } from '@opal/domain/testing/effort/config'
import { createTestDatabase } from '@opal/store/testing/test-database'
import fc from 'fast-check'
import { expect } from 'vitest'
import { offerTransaction } from './offer-history.ts'
import { indexerEnvironment, rowsOf, runIndexer, undisturbed } from './running-indexer.ts'

const LENGTH = 14_000

/** A history that is long enough for a backfill, with a node that knows its head. */
export interface LongHistory extends AsyncDisposable {
  readonly transactions: readonly RawTransaction[]
  /** First version after the history, as the indexer's health reports it. */
  readonly head: string
  readonly nodeUrl: string
  /** Rows of an indexer without faults. */
  readonly expected: Awaited<ReturnType<typeof undisturbed>>
  /** Returns a response with the transactions from one version to before another. */
  respond(from: number, to: number): Uint8Array
  /** Serves the history without faults. @param before awaited before each response */
  serve(before?: (from: bigint) => Promise<void>): Connection
}

/** Creates a history of 14,000 transactions. @param offerEvery distance of offers; the indexer skips all other transactions */
export async function openLongHistory(offerEvery: number): Promise<LongHistory> {
  const transactions = Array.from({ length: LENGTH }, (_, version) =>
    version % offerEvery === 0
      ? offerTransaction(version, String(1_000 + version))
      : rawTransaction(BigInt(version), { timestamp: { seconds: '1700000000', nanos: 0 } }),
  )
  const expected = await undisturbed(transactions)
  expect(expected['market.token_offers']).toHaveLength(LENGTH / offerEvery)
  const respond = (from: number, to: number) => responseWith(transactions.slice(from, to))
  const node = await startLedgerNode(() => LENGTH - 1_000)
  return {
    transactions,
    head: String(LENGTH),
    nodeUrl: node.url,
    expected,
    respond,
    serve: (before) => servePast({ length: LENGTH, perResponse: 250, respond, ...(before && { before }) }),
    [Symbol.asyncDispose]: () => node[Symbol.asyncDispose](),
  }
}

/** Asserts that an indexer with these settings writes the same rows as one without faults, whatever the connections do. */
export async function expectRowsDespiteFaults(
  history: LongHistory,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(behaviours, { maxLength: 10 }), async (connections) => {
      await using database = await createTestDatabase()
      const disturbed = connections.map((behaviour) => serveDisturbed(LENGTH, behaviour, history.respond))
      await using server = await startStreamServer(...disturbed, history.serve())
      const environment = { ...settings, NODE_URL: history.nodeUrl }
      {
        await using indexer = await runIndexer(database.databaseUrl, server.address, environment)
        await indexer.until(({ nextVersion }) => nextVersion === history.head)
      }
      expect(server.requested.length).toBeGreaterThan(3)
      expect(await rowsOf(database.databaseUrl)).toEqual(history.expected)
    }),
    { numRuns: runs(3) },
  )
}

/** An indexer in its own process. */
export interface ForkedIndexer extends Disposable {
  /** Kills it, and resolves when it is gone. */
  kill(): Promise<void>
}

/** Starts an indexer in its own process. @param more variables of its environment */
export function forkIndexer(
  databaseUrl: string,
  streamAddress: string,
  more: Readonly<Record<string, string>>,
): ForkedIndexer {
  const program: ChildProcess = fork(fileURLToPath(new URL('../main.ts', import.meta.url)), {
    execArgv: [],
    stdio: 'ignore',
    env: { ...indexerEnvironment(databaseUrl, streamAddress), ...more, LOG_LEVEL: 'silent' },
  })
  return {
    async kill() {
      program.kill('SIGKILL')
      await once(program, 'exit')
    },
    [Symbol.dispose]: () => void program.kill('SIGKILL'),
  }
}
