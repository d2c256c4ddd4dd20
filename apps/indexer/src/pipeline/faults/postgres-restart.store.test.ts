import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { responseWith } from '@opal/chain/testing/raw-transaction'
import { type Connection, startStreamServer } from '@opal/chain/testing/stream-server'
import { startPostgres } from '@opal/store/embedded/postgres-server'
import { afterAll, expect, test } from 'vitest'
import { offerHistory } from '../../testing/offer-history.ts'
import { rowsOf, runIndexer, undisturbed } from '../../testing/running-indexer.ts'

const MESSAGE = 5
const HISTORY = offerHistory(300)

const home = mkdtempSync(join(tmpdir(), 'opal-restart-'))
// PostgreSQL runs as nobody when we are root.
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Message by message, and no faster than they are taken. */
const continuous: Connection = async ({ startingVersion, send }) => {
  for (let from = Number(startingVersion); from < HISTORY.length; from += MESSAGE) {
    send(responseWith(HISTORY.slice(from, from + MESSAGE)))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('loses and duplicates no row when PostgreSQL is killed or stopped during writes', async () => {
  const start = (port: number) => startPostgres({ dataDir: join(home, 'data'), port })
  const first = await start(0)
  await using server = await startStreamServer(continuous)
  await using indexer = await runIndexer(first.databaseUrl, server.address)
  await indexer.until(({ nextVersion }) => Number(nextVersion) >= 50)
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const down = await indexer.until(({ state }) => state === 'interrupted')
  expect(down.lastProblem?.message).toMatch(/connect|terminat|closed|ended|ECONN|EPIPE/i)
  expect((await indexer.ready()).status).toBe(503)

  const second = await start(first.port)
  await indexer.until(({ nextVersion, state }) => state === 'following' && Number(nextVersion) >= 150)
  await second[Symbol.asyncDispose]()
  await indexer.until(({ state }) => state === 'interrupted')

  await using third = await start(first.port)
  await indexer.until(({ nextVersion }) => nextVersion === String(HISTORY.length))
  expect(await indexer.metrics()).toMatch(/opal_indexer_interruptions_total\{code="\w+"\} \d/)
  expect(await rowsOf(third.databaseUrl)).toEqual(await undisturbed(HISTORY))
  await indexer[Symbol.asyncDispose]()
})
