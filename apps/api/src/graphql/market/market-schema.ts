import { PgSimplifyInflectionPreset } from '@graphile/simplify-inflection'
import type { Store } from '@opal/store/driver/connection'
import { type PostGraphileInstance, postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { makeV4Preset } from 'postgraphile/presets/v4'
import { createStatementTurns, type StatementTurns, type TimeBudget } from './statement-turns.ts'

/** The schema of the marketplace's GraphQL, as PostGraphile makes it of the database. */
export interface MarketSchema {
  /** Returns it; the first call begins to read the database, which takes the processor longer than starting everything else. */
  readonly instance: () => PostGraphileInstance
  /** Resolves once the schema is read. @throws Error where the database cannot be read; the next call reads it again. */
  readonly read: () => Promise<void>
  readonly release: () => void
}

/** Creates the schema when it is first asked for. It reads `public_api`, which holds nothing that is not public. */
export function createMarketSchema(store: Pick<Store, 'pool'>): MarketSchema {
  let created: PostGraphileInstance | null = null
  const instance = () => {
    if (created !== null) return created
    const next = createInstance(store)
    // While the database is unavailable it cannot be read: the next request reads it again.
    Promise.resolve(next.getSchemaResult()).catch(() => {
      if (created === next) created = null
      void next.release()
    })
    created = next
    return next
  }
  return {
    instance,
    read: async () => void (await instance().getSchemaResult()),
    release: () => void created?.release(),
  }
}

/** The role that reads `public_api` and nothing else. @see store/migrations/0004_public_api.sql */
const ROLE = 'opal_public'

/** Facts of an operation that the schema reads. */
export interface MarketRequestContext {
  readonly budget: TimeBudget
}

/**
 * Each request is parsed for itself, so no plan is ever reused. By default the last 500 are cached, which take gigabytes where
 * callers choose large operations.
 */
const CACHES_FEW_PLANS: GraphileConfig.Plugin = {
  name: 'CachesFewPlansPlugin',
  schema: {
    hooks: {
      finalize(schema) {
        const grafast = { ...schema.extensions.grafast, operationsCacheMaxLength: 2 }
        Object.assign(schema.extensions, { grafast })
        return schema
      },
    },
  },
}

type PgService = ReturnType<typeof makePgService>

/**
 * Returns a service whose statements are sent without the names by which the driver prepares them, and in turns of their operation. By default
 * each connection keeps the last hundred: callers choose their text, and large ones take megabytes of the database's memory. The adaptor's own
 * switch is no setting but a variable of the process (`DATAPLAN_PG_PREPARED_STATEMENT_CACHE_SIZE`), read as its module is loaded: an
 * operator could forget it.
 */
function boundStatements(service: PgService, turns: StatementTurns): PgService {
  const { createWithPgClient, ...adaptor } = service.adaptor
  return {
    ...service,
    adaptor: {
      ...adaptor,
      createWithPgClient: async (...settings) => {
        const withPgClient = await createWithPgClient(...settings)
        const withUnnamed: typeof withPgClient = (pgSettings, callback) =>
          withPgClient(pgSettings, (client) =>
            callback({ ...client, query: ({ name: _name, ...query }) => client.query(query) }),
          )
        // The settings are made for each operation; reading the schema has none.
        const bounded: typeof withPgClient = (pgSettings, callback) =>
          pgSettings === null
            ? withUnnamed(pgSettings, callback)
            : turns.run(pgSettings, (milliseconds) =>
                withUnnamed({ ...pgSettings, statement_timeout: String(milliseconds) }, callback),
              )
        return Object.assign(bounded, { release: () => withPgClient.release?.() })
      },
    },
  }
}

/** Creates the marketplace's GraphQL from the views and functions of `public_api`, and begins to read them. */
function createInstance({ pool }: Pick<Store, 'pool'>): PostGraphileInstance {
  const turns = createStatementTurns()
  return postgraphile({
    extends: [PostGraphileAmberPreset, makeV4Preset(), PgSimplifyInflectionPreset],
    plugins: [CACHES_FEW_PLANS],
    pgServices: [boundStatements(makePgService({ pool, schemas: ['public_api'], pubsub: false }), turns)],
    // Mutations are disabled by behaviour: the inflection preset warns when their plugins are removed.
    schema: { dontSwallowErrors: true, defaultBehavior: '-insert -update -delete' },
    grafast: {
      explain: false,
      context: (requestContext) => {
        const pgSettings = { role: ROLE, transaction_read_only: 'on' }
        turns.begin(pgSettings, (requestContext as MarketRequestContext).budget)
        return { pgSettings }
      },
    },
  })
}
