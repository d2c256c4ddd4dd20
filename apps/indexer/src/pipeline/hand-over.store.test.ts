import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { responseWith } from '@opal/chain/testing/raw-transaction'
import { type Connection, startStreamServer } from '@opal/chain/testing/stream-server'
import { connect } from '@opal/store/driver/connection'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import { dumpDatabase } from '@opal/store/maintenance/inspect/table-rows'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { expect, test, vi } from 'vitest'
import { offerHistory } from '../testing/offer-history.ts'
import { indexerEnvironment, undisturbed } from '../testing/running-indexer.ts'
import { MAIN_STREAM } from './open-context.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const HISTORY = offerHistory(150)
const MESSAGE = 5

/** A message every few milliseconds, so that each indexer is in the middle of it when it ends. */
const trickle: Connection = async ({ startingVersion, send }) => {
  for (let from = Number(startingVersion); from < HISTORY.length; from += MESSAGE) {
    send(responseWith(HISTORY.slice(from, from + MESSAGE)))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** An indexer in a process of its own, by its log. */
function launch(environment: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: { ...environment, PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const seen = new Set<string>()
  const waiting = new Map<string, () => void>()
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const { msg } = JSON.parse(line) as { msg: string }
    seen.add(msg)
    waiting.get(msg)?.()
  })
  return {
    child,
    /** Resolves when it has logged this message. */
    logs: (message: string) =>
      new Promise<void>((resolve) => {
        if (seen.has(message)) resolve()
        else waiting.set(message, resolve)
      }),
    async end(signal: NodeJS.Signals) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const FOLLOWS = 'following the chain'
const STANDS_BY = 'another indexer holds the lease; standing by'

// @feature operate.two-indexers
// A busy machine may take three times as long.
test.each([
  ['SIGKILL', 3 * 5_000],
  ['SIGTERM', 3 * 5_000],
  ['SIGSTOP', 3 * 10_000],
] as const)('a second indexer goes on where the first was when %s came', async (signal, withinMs) => {
  await using database = await createTestDatabase()
  await using server = await startStreamServer(trickle)
  const environment = indexerEnvironment(database.databaseUrl, server.address)
  await using first = launch(environment)
  await first.logs(FOLLOWS)
  await using second = launch(environment)
  await second.logs(STANDS_BY)
  const began = performance.now()
  if (signal === 'SIGSTOP') first.child.kill('SIGSTOP')
  else await first.end(signal)
  await second.logs(FOLLOWS)
  expect(performance.now() - began).toBeLessThan(withinMs)
  if (signal === 'SIGSTOP') {
    // The frozen process has lost the lease when it wakes up, and writes nothing.
    first.child.kill('SIGCONT')
    await first.logs(STANDS_BY)
  }
  await using reader = connect({ connectionString: database.databaseUrl, applicationName: 'opal-test' })
  await vi.waitFor(
    async () => expect((await readCheckpoint(reader.db, MAIN_STREAM))?.next_version).toBe(BigInt(HISTORY.length)),
    { timeout: 30_000, interval: 50 },
  )
  expect(await dumpDatabase(reader.db)).toEqual(await undisturbed(HISTORY))
})
