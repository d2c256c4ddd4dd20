import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { startPostgres } from '@opal/store/embedded/postgres-server'
import { afterAll, expect, test } from 'vitest'
import { offerHistory } from '../../testing/offer-history.ts'
import { rowsOf, runIndexer, undisturbed } from '../../testing/running-indexer.ts'
import { createSmallDisk } from '../../testing/small-disk.ts'

const HISTORY = offerHistory(600)

const home = mkdtempSync(join(tmpdir(), 'opal-disk-full-'))
// PostgreSQL runs as nobody when we are root.
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('reports a full disk in its status, and writes everything once when there is space', async () => {
  await using cluster = await startPostgres({ dataDir: join(home, 'data'), port: 0, durable: false })
  using disk = await createSmallDisk(cluster.databaseUrl, home)
  const full = Promise.withResolvers<void>()
  await using server = await startStreamServer(async ({ startingVersion, send }) => {
    const from = Number(startingVersion)
    if (from < 10) send(responseWith(HISTORY.slice(from, 10)))
    await full.promise
    send(responseWith(HISTORY.slice(Math.max(from, 10))))
  })
  await using indexer = await runIndexer(disk.databaseUrl, server.address)
  await indexer.until(({ nextVersion }) => nextVersion === '10')
  await disk.fill()
  full.resolve()
  const stuck = await indexer.until(({ state }) => state === 'interrupted')
  expect(stuck.lastProblem?.code).toBe('53100')
  expect(stuck.lastProblem?.message).toMatch(/No space left on device/)
  expect((await indexer.ready()).status).toBe(503)
  expect(await indexer.metrics()).toContain('opal_indexer_interruptions_total{code="53100"}')

  await disk.free()
  // The rows are there a moment before the status says so.
  await indexer.until(({ nextVersion, state }) => nextVersion === String(HISTORY.length) && state === 'following')
  expect((await indexer.ready()).status).toBe(200)
  expect(await rowsOf(disk.databaseUrl)).toEqual(await undisturbed(HISTORY))
})
