import { readConfig } from '@opal/api/config'
import { start } from '@opal/api/start'

/**
 * The API as it runs in production, in a process of its own: `api-program.ts <database url> <now, microseconds> <hot, milliseconds>`. Its clock
 * starts where the made-up past ends.
 */
const [databaseUrl = '', now = '0', hotMs = '0'] = process.argv.slice(2)
const startedAt = performance.now()
const nowMicros = () => BigInt(now) + BigInt(Math.floor((performance.now() - startedAt) * 1_000))
const config = readConfig({
  OPAL_NETWORK: 'local',
  DATABASE_URL: databaseUrl,
  API_PORT: '0',
  CHAIN_GRAPHQL_PORT: '0',
  LOG_LEVEL: 'error',
  API_HOT_MS: hotMs,
  TRUST_PROXY: 'loopback',
})
const api = await start(config, { nowMicros })
process.on('disconnect', () => process.exit())
process.send?.({ origin: api.url })
