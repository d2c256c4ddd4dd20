import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { openClient } from '../../driver/open-client.ts'
import { checkDirect } from '../../driver/server-checks.ts'
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
 * Prepares scratch databases on the server of the given one, whose own contents are never touched. Drops those that
 * killed runs on the same database left behind.
 * @param serverUrl a database whose role may create others.
 * @throws ServerSettingError behind a pooler.
 */
export async function openScratchDatabases(serverUrl: string): Promise<ScratchDatabases> {
  await using stack = new AsyncDisposableStack()
  const owner = stack.adopt(await openClient(serverUrl, 'opal-scratch'), (client) => client.end())
  await checkDirect(owner, 'making scratch databases')
  const { rows } = await owner.query<{ oid: string }>('select oid from pg_database where datname = current_database()')
  const oid = String(rows[0]?.oid)
  const run = `${oid}_${randomBytes(6).toString('hex')}`
  await tryLock(owner, run)
  await dropAbandoned(owner, oid)

  const make = async (name: string, template: string): Promise<ScratchDatabase> => {
    await onServer(serverUrl, `create database ${name} ${template}`)
    const drop = () => onServer(serverUrl, `drop database if exists ${name} with (force)`)
    return { databaseUrl: urlOf(serverUrl, name), [Symbol.asyncDispose]: drop }
  }
  const template = `opal_template_${run}`
  await migrate(stack.use(await make(template, '')).databaseUrl)
  const owned = stack.move()
  let made = 0
  return {
    create() {
      made += 1
      return make(`opal_scratch_${run}_${made}`, `template ${template}`)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Drops the databases of every run whose process has ended: its lock ended with its connection. */
async function dropAbandoned(owner: pg.Client, oid: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; run: string }>(
    `select datname as name, substring(datname from $1) as run from pg_database
      where datname ~ $1 and pg_has_role(datdba, 'usage') order by datname`,
    [`^opal_(?:template|scratch)_(${oid}_[0-9a-f]{12})(?:_\\d+)?$`],
  )
  for (const [run, databases] of Map.groupBy(rows, (row) => row.run)) {
    if (!(await tryLock(owner, run))) continue
    for (const { name } of databases) await owner.query(`drop database if exists ${name} with (force)`)
    await owner.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockOf(run)])
  }
}

/** Takes the lock of a run until the connection ends. @returns false when another connection has it. */
async function tryLock(client: pg.Client, run: string): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
    [lockOf(run)],
  )
  return rows[0]?.mine === true
}

function lockOf(run: string): string {
  return `scratch databases ${run}`
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
