import { errorCode } from '@opal/domain/errors'
import pg from 'pg'

/** Does a server answer at this address? Any other answer than a refused connection is an error. */
export async function isReachable(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'opal-inspect' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (errorCode(error) === 'ECONNREFUSED') return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
