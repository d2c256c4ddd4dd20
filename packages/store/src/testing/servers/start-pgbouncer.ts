import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../embedded/free-port.ts'
import { serviceAccount } from '../../embedded/service-account.ts'
import { pgbouncerPath } from '../config.ts'

/** Starts pgBouncer in transaction mode before a database. @returns the database's address through it. */
export async function startPgbouncer(databaseUrl: string): Promise<AsyncDisposable & { readonly url: string }> {
  await using undo = new AsyncDisposableStack()
  const home = undo.adopt(mkdtempSync(join(tmpdir(), 'opal-pgbouncer-')), (path) => rmSync(path, { recursive: true }))
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const own = await freePort(0)
  const database = pathname.slice(1)
  const users = join(home, 'users.txt')
  const config = join(home, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    config,
    `[databases]
${database} = host=${hostname} port=${port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
stats_users = ${username}
`,
  )
  // It refuses to run as root.
  const account = serviceAccount()
  if (account !== null) for (const path of [home, users, config]) chownSync(path, account.uid, account.gid)
  chmodSync(home, 0o700)
  const child = spawn(pgbouncerPath, [config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account !== null && { uid: account.uid, gid: account.gid }),
  })
  undo.defer(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  await untilUp(child)
  const url = new URL(databaseUrl)
  url.port = String(own)
  const running = undo.move()
  return { url: url.href, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Resolves when it takes connections. @throws Error with its last words when it ends instead. */
async function untilUp(child: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`${pgbouncerPath} does not start.`, { cause })))
    child.once('exit', () => reject(new Error(`${pgbouncerPath} ended: ${said.slice(-300)}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
      if (said.includes('process up')) resolve()
    })
  })
}
