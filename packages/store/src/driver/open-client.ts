import pg from 'pg'

/** Longest wait for a connection, milliseconds: a server or a proxy that hangs takes it and says nothing. */
const CONNECT_MS = 10_000
/**
 * Settings by which a connection asks after ten seconds of silence whether the other machine is still there, and ends within twenty where it is
 * not. By default TCP asks after two hours, and a statement without a time limit would wait for as long.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

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
    ...KEEP_ALIVE,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
