import { randomBytes } from 'node:crypto'
import { openClient } from '../../driver/open-client.ts'
import { migrate } from '../../migrate.ts'

/** Empty, migrated databases to be used once, copied from one template. */
export interface ScratchDatabases extends AsyncDisposable {
  /** Makes one; disposing it drops it. */
  create(): Promise<ScratchDatabase>
}

export interface ScratchDatabase extends AsyncDisposable {
  readonly databaseUrl: string
}

/**
 * Prepares scratch databases on the server of the given one, whose own contents are never touched.
 * @param serverUrl a database whose role may create others.
 */
export async function openScratchDatabases(serverUrl: string): Promise<ScratchDatabases> {
  const template = newName('template')
  await onServer(serverUrl, `create database ${template}`)
  const drop = (name: string) => onServer(serverUrl, `drop database if exists ${name} with (force)`)
  try {
    await migrate(urlOf(serverUrl, template))
  } catch (error) {
    await drop(template)
    throw error
  }
  return {
    async create() {
      const name = newName('scratch')
      await onServer(serverUrl, `create database ${name} template ${template}`)
      return { databaseUrl: urlOf(serverUrl, name), [Symbol.asyncDispose]: () => drop(name) }
    },
    [Symbol.asyncDispose]: () => drop(template),
  }
}

function newName(kind: string): string {
  return `opal_${kind}_${randomBytes(6).toString('hex')}`
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = await openClient(serverUrl, 'opal-scratch')
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
