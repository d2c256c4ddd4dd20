import { PgSimplifyInflectionPreset } from '@graphile/simplify-inflection'
import type { Store } from '@opal/store/driver/connection'
import { type PostGraphileInstance, postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { makeV4Preset } from 'postgraphile/presets/v4'

/** The role that reads `public_api` and nothing else. @see store/migrations/0004_public_api.sql */
const ROLE = 'opal_public'
/** A statement of the role may take this long. */
const STATEMENT_MS = 5_000

/** Makes the marketplace's GraphQL of the views and functions of `public_api`. It connects when it is first asked. */
export function createMarketSchema({ pool }: Pick<Store, 'pool'>): PostGraphileInstance {
  return postgraphile({
    extends: [PostGraphileAmberPreset, makeV4Preset(), PgSimplifyInflectionPreset],
    pgServices: [makePgService({ pool, schemas: ['public_api'], pubsub: false })],
    // Changes are switched off by behaviour, not by taking their plugins away, which the inflection would complain of.
    schema: { dontSwallowErrors: true, defaultBehavior: '-insert -update -delete' },
    grafast: {
      explain: false,
      context: () => ({
        pgSettings: { role: ROLE, transaction_read_only: 'on', statement_timeout: String(STATEMENT_MS) },
      }),
    },
  })
}
