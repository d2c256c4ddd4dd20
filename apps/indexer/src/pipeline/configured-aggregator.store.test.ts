import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { connect } from '@opal/store/driver/connection'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { rebuildDatabase } from '../maintenance/replay/rebuild-database.ts'
import { replayRecorded } from '../maintenance/replay/replay-recorded.ts'
import { runIndexer } from '../testing/running-indexer.ts'

const AGGREGATOR = '0xa66'

// Points count purchases through our own packages (`buying-points.ts`).
test.each<[string, (databaseUrl: string) => Promise<unknown>]>([
  [
    'the indexer',
    async (databaseUrl) => {
      await using server = await startStreamServer(() => undefined)
      await using indexer = await runIndexer(databaseUrl, server.address, { AGGREGATOR_ADDRESS: AGGREGATOR })
      await indexer.until(({ state }) => state === 'following')
    },
  ],
  [
    'a rebuild',
    (databaseUrl) => {
      const { signal } = new AbortController()
      return rebuildDatabase({ databaseUrl, network: 'mainnet', aggregator: AGGREGATOR, signal })
    },
  ],
  [
    'a replay',
    async (databaseUrl) => {
      const directory = mkdtempSync(join(tmpdir(), 'opal-replay-'))
      using stack = new DisposableStack()
      stack.defer(() => rmSync(directory, { recursive: true }))
      await replayRecorded({ databaseUrl, network: 'mainnet', aggregator: AGGREGATOR, directory })
    },
  ],
])('%s counts an aggregator of configuration as ours', async (_by, run) => {
  await using database = await createTestDatabase()
  await run(database.databaseUrl)
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  const packages = await store.db.selectFrom('market.own_packages').select('package_address').execute()
  expect(packages.map(({ package_address }) => package_address)).toContain(AGGREGATOR)
})
