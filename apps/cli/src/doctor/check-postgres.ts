import { databaseAdvice } from '@opal/store/driver/database-advice'
import { readServerFacts, type ServerFacts } from '@opal/store/maintenance/inspect/server-facts'
import { Problem } from '../problem.ts'

const MIN_VERSION_NUMBER = 150_000
const MIN_CONNECTIONS = 50

/**
 * Checks that Opal can run on this PostgreSQL.
 * @returns a sentence.
 * @throws Problem
 */
export async function checkPostgres(databaseUrl: string): Promise<string> {
  const facts = await ask(databaseUrl)
  const faults = faultsOf(facts)
  if (faults.length > 0) throw new Problem(`PostgreSQL ${facts.version}: ${faults.join('; ')}.`)
  const gigabytes = (Number(facts.databaseBytes / 1_000_000n) / 1_000).toFixed(2)
  const { shared_buffers, max_connections } = facts.settings
  return `${facts.version} by DATABASE_URL, ${shared_buffers} of shared buffers, ${max_connections} connections, ${gigabytes} GB in it`
}

async function ask(databaseUrl: string): Promise<ServerFacts> {
  try {
    return await readServerFacts(databaseUrl)
  } catch (error) {
    const sentence = databaseAdvice(error)
    if (sentence === null) throw error
    throw new Problem(sentence, { cause: error })
  }
}

/** Returns the server's faults, each with its remedy. */
export function faultsOf(facts: ServerFacts): readonly string[] {
  const { settings, encoding } = facts
  const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => settings[name] === 'off')
  const faults = [
    facts.versionNumber < MIN_VERSION_NUMBER && 'too old: Opal needs 15 or newer',
    encoding !== 'UTF8' && `its encoding is ${encoding}: make the database with encoding UTF8`,
    off.length > 0 && `${off.join(', ')} is off: a crash may lose what was written; switch it on`,
    Number(settings.max_connections) < MIN_CONNECTIONS &&
      `max_connections is ${settings.max_connections}: allow ${MIN_CONNECTIONS}`,
    !facts.canCreateSchemas && 'the role may not make schemas: grant it CREATE on the database',
    !facts.hasRoles &&
      'the role may not make roles: create opal_public and opal_api, and grant opal_public to opal_api and to ours',
  ]
  return faults.filter((fault) => fault !== false)
}
