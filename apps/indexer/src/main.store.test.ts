import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { connect } from '@opal/store/driver/connection'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test } from 'vitest'
import { indexerEnvironment } from './testing/running-indexer.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
/** As in `migrate.ts`. */
const MIGRATION_LOCK = 7_238_401

/** An indexer in a process of its own. */
function launch(
  databaseUrl: string,
): { readonly child: ChildProcess; readonly logs: (text: string) => Promise<void> } & Disposable {
  const child = spawn(process.execPath, [MAIN], { env: indexerEnvironment(databaseUrl, '127.0.0.1:1') })
  let log = ''
  child.stdout.on('data', (text: Buffer) => (log += text))
  return {
    child,
    logs: (text) => expect.poll(() => log, { timeout: 60_000 }).toContain(text),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}

/** Databases at which an indexer cannot begin yet, each with what it waits for. */
const WAITS = {
  'waits for another one that migrates': async (stack: AsyncDisposableStack) => {
    const { databaseUrl } = stack.use(await createTestDatabase({ migrated: false }))
    const other = stack.use(connect({ connectionString: databaseUrl, applicationName: 'opal-test' }))
    const holder = await other.pool.connect()
    stack.defer(() => holder.release(true))
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return databaseUrl
  },
  'waits for a database that takes connections and says nothing': async (stack: AsyncDisposableStack) => {
    const server = stack.use(createServer((socket) => socket.on('error', () => undefined).resume()))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return `postgres://opal@127.0.0.1:${(server.address() as AddressInfo).port}/opal`
  },
}

test.each(Object.entries(WAITS))('an indexer that %s ends when it is asked to', async (_, begin) => {
  await using stack = new AsyncDisposableStack()
  const databaseUrl = await begin(stack)
  using indexer = launch(databaseUrl)
  await indexer.logs('migrating the database')
  const ended = once(indexer.child, 'exit', { signal: AbortSignal.timeout(60_000) })
  indexer.child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await indexer.logs('ended during a migration')
})
