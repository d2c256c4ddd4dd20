import { join } from 'node:path'
import { LARGE_SCALES, type LargeScaleName } from '@opal/dev-seeds/large/large-scale'
import { makeLargeStore } from '@opal/dev-seeds/large/make-large-store'
import { connect, type Store } from '@opal/store/driver/connection'
import { startPostgres } from '@opal/store/embedded/postgres-server'
import { readSyntheticStore, upgradeSyntheticStore } from '@opal/store/maintenance/bulk/synthetic-store'
import { runningDatabaseUrl } from '@opal/store/maintenance/inspect/running-database'
import { migrate } from '@opal/store/migrate'

const HOUR_MS = 3_600_000
const REPORT_EVERY_MS = 10_000

/** A synthetic market of some scale, ready for queries. */
export interface BenchMarket extends AsyncDisposable {
  readonly store: Store
  readonly databaseUrl: string
  /** End of its past, chain time. */
  readonly endMicros: bigint
}

export interface MarketOptions {
  /** Reused from run to run; as `npm run seed` makes it, and `npm start -- --data-dir` opens it. */
  readonly dataDir: string
  readonly scale: LargeScaleName
  readonly say: (line: string) => void
}

/** Opens the market of a data directory; makes it first where there is none of this scale. */
export async function openMarket({ dataDir, scale, say }: MarketOptions): Promise<BenchMarket> {
  await using stack = new AsyncDisposableStack()
  const databaseUrl =
    (await runningDatabaseUrl(dataDir)) ??
    stack.use(await startPostgres({ dataDir: join(dataDir, 'postgres'), port: 0 })).databaseUrl
  await migrate(databaseUrl)
  const store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-bench', maxConnections: 4 }))
  const known = await readSyntheticStore(store.db)
  if (known?.scale !== scale) await make(databaseUrl, scale, known !== null, say)
  else await upgradeSyntheticStore(store.db)
  const facts = await readSyntheticStore(store.db)
  if (facts === null) throw new Error('the market was not made')
  const owned = stack.move()
  return { store, databaseUrl, endMicros: facts.endMicros, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function make(databaseUrl: string, scale: LargeScaleName, mayOverwrite: boolean, say: (line: string) => void) {
  const { collections, tokens, activities } = LARGE_SCALES[scale]
  say(`making ${collections} collections, ${tokens} tokens and ${activities} activities, once`)
  const endMicros = BigInt(Math.floor(Date.now() / HOUR_MS) * HOUR_MS) * 1_000n
  let reportedMs = performance.now()
  await makeLargeStore({
    databaseUrl,
    scale,
    seed: 'opal',
    endMicros,
    mayOverwrite,
    say: (line) => {
      if (performance.now() - reportedMs < REPORT_EVERY_MS) return
      reportedMs = performance.now()
      say(line)
    },
  })
}
