import { existsSync } from 'node:fs'

/**
 * A PostgreSQL given by the environment, in which tests make and drop databases of their own.
 * Undefined starts a throw-away cluster from the embedded binaries.
 */
export const givenDatabaseUrl: string | undefined = process.env.DATABASE_URL || undefined

const USUAL_PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map(
  (folder) => `${folder}/pgbouncer`,
)

/** The pgBouncer that tests start; `npm test` says where it is. */
export const pgbouncerPath: string =
  process.env.PGBOUNCER_PATH || (USUAL_PLACES.find((path) => existsSync(path)) ?? 'pgbouncer')
