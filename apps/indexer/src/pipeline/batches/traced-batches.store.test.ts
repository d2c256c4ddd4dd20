import { responseWith } from '@opal/chain/testing/raw-transaction'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { openCollector } from '@opal/runtime/testing/open-collector'
import { INGEST_PHASES } from '@opal/store/ingest/phases'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { offerHistory } from '../../testing/offer-history.ts'
import { runIndexer } from '../../testing/running-indexer.ts'

const HISTORY = offerHistory(20)

// @feature operate.traces
test('with a collector each batch is a trace, with a span for what every phase reads and writes', async () => {
  using collector = await openCollector()
  await using database = await createTestDatabase()
  await using server = await startStreamServer(async ({ startingVersion, send }) => {
    send(responseWith(HISTORY.slice(Number(startingVersion))))
  })
  {
    await using indexer = await runIndexer(database.databaseUrl, server.address, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    })
    await indexer.until(({ nextVersion }) => nextVersion === String(HISTORY.length))
  }
  const batches = collector.spans.filter(({ name }) => name === 'index batch')
  expect(batches.length).toBeGreaterThan(0)
  for (const batch of batches) {
    expect(batch.parentSpanId).toBeUndefined()
    expect(batch.attributes.map(({ key }) => key)).toEqual(['opal.next_version', 'opal.transactions'])
    const inside = collector.spans.filter(({ traceId, parentSpanId }) => {
      return traceId === batch.traceId && parentSpanId === batch.spanId
    })
    for (const { name, read, write } of INGEST_PHASES) {
      if (read !== null) expect(inside.map((span) => span.name)).toContain(`${name}: read`)
      if (write === null) expect(inside.map((span) => span.name)).not.toContain(`${name}: write`)
    }
    expect(inside.some((span) => span.name.endsWith(': write'))).toBe(true)
  }
})
