import pg from 'pg'

/** Longest wait for a pooler's answer, milliseconds. */
const TIMEOUT_MS = 3_000

/** A row of `SHOW POOLS`: the clients and servers of one pool. */
export type PoolerPool = Readonly<Record<string, string>>

/** Where the console of a pgBouncer is: its database `pgbouncer`, as one of its `stats_users`. */
export type PoolerConsole = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>

/** Reads the pools of a pgBouncer from its console. @throws when it does not answer within three seconds. */
export async function readPoolerPools(console: PoolerConsole): Promise<readonly PoolerPool[]> {
  const client = new pg.Client({ ...console, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  // A broken connection rejects the pending statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<PoolerPool>('SHOW POOLS')).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
