import pg from 'pg'

/**
 * Opens a connection outside of any pool, for the caller to end. When it breaks, its pending and later statements are
 * rejected. The listener prevents the error from ending the process.
 * @param applicationName shown in `pg_stat_activity`
 */
export async function openClient(connectionString: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: applicationName })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
