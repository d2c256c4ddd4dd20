import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSameProcessAlive, processIdentity } from './process-identity.ts'
import { stopSurvivor } from './survivor.ts'

const onLinux = process.platform === 'linux'

/** Starts what looks like a server of PostgreSQL in a directory: a process called `postgres` that ends by SIGINT. */
async function startServer(folder: string, dataDir: string): Promise<ChildProcess> {
  const program = join(folder, 'postgres')
  symlinkSync(process.execPath, program)
  const child = spawn(program, ['-e', "setInterval(() => {}, 1_000); console.log('up')", '--', '-D', dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return child
}

function directoryIn(folder: string, name: string, pid: number | string): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'postmaster.pid'), `${pid}\n${path}\n`)
  return path
}

test.skipIf(!onLinux)('stops the server that was left in a directory, by any name of that', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-survivor-'))
  const linked = join(folder.path, 'linked')
  symlinkSync(join(folder.path, 'data'), linked)
  mkdirSync(join(folder.path, 'data'))
  const server = await startServer(folder.path, linked)
  writeFileSync(join(folder.path, 'data', 'postmaster.pid'), `${server.pid}\n`)
  const ended = once(server, 'exit')
  await stopSurvivor(join(folder.path, 'data'))
  await ended
})

test.skipIf(!onLinux)(
  'leaves the server of another directory alone, whose pid is in a file that a restart of the machine left',
  async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-survivor-'))
    const other = directoryIn(folder.path, 'other', '')
    const server = await startServer(folder.path, other)
    const identity = processIdentity(server.pid as number) as string
    await stopSurvivor(directoryIn(folder.path, 'data', server.pid as number))
    expect(isSameProcessAlive(identity)).toBe(true)
  },
)
