import pg from 'pg'

/** Longest wait for a connection, milliseconds: a server or a proxy that hangs takes it and says nothing. */
const CONNECT_MS = 10_000
/** Silence after which the client asks whether the other machine is still there, milliseconds: one that is gone ends no connection. */
const KEEP_ALIVE_MS = 10_000

/**
 * Opens a connection outside of any pool, for the caller to end. When it breaks, its pending and later statements are
 * rejected. The listener prevents the error from ending the process.
 * @param applicationName shown in `pg_stat_activity`
 */
export async function openClient(connectionString: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
