import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type { SnapshotJob } from './nightly-snapshots.ts'

const PROGRAM = fileURLToPath(new URL('./snapshot-program.ts', import.meta.url))

it('ends in the middle of a snapshot when its parent is gone', async () => {
  // A database that accepts connections and never answers. It reads, so that it notices when the program's connection ends.
  await using database = createServer((socket) => socket.on('error', () => undefined).resume())
  const connected = once(database, 'connection')
  await once(database.listen(0, '127.0.0.1'), 'listening')
  const { port } = database.address() as AddressInfo
  const program = fork(PROGRAM, [], { execArgv: [], stdio: 'ignore' })
  onTestFinished(() => void program.kill('SIGKILL'))
  const ended = once(program, 'exit')
  const databaseUrl = `postgres://opal@127.0.0.1:${port}/opal`
  program.send({ databaseUrl, directory: join(tmpdir(), 'opal-unwritten') } satisfies SnapshotJob)
  await connected
  program.disconnect()
  expect(await ended).toEqual([null, 'SIGKILL'])
})
