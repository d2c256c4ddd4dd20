import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { serverData } from '../cluster/engines/postgres.ts'
import type { RunningCluster } from '../cluster/run-cluster.ts'
import { processesOf, signalAll } from './processes.ts'
import { randomKills } from './random-kills.ts'

const started: ChildProcess[] = []

afterEach(() => {
  signalAll(
    started.splice(0).flatMap(({ pid }) => (pid === undefined ? [] : [-pid])),
    'SIGKILL',
  )
})

/** Starts a program as the supervisor does, which starts another process and prints its id. @returns both ids */
async function startPair(cwd: string): Promise<readonly [number, number]> {
  const child = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; wait'], { cwd, detached: true, stdio: 'pipe' })
  started.push(child)
  const [chunk] = await once(child.stdout, 'data')
  return [child.pid ?? 0, Number(String(chunk))]
}

/** Returns a cluster of which only these programs run, by pid. */
function clusterOf(engines: string, pids: Readonly<Record<string, number | undefined>>): RunningCluster {
  const programs = new Map(Object.entries(pids).map(([name, pid]) => [name, { pid }]))
  return { cluster: { engines }, programs } as unknown as RunningCluster
}

test('the processes of a program are its own and those it has started; those of a server of PostgreSQL also what runs in its data', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-drill-'))
  const cluster = clusterOf(folder.path, {})
  const data = serverData(cluster.cluster, 1)
  mkdirSync(data, { recursive: true })
  const [api, patroni, server] = [await startPair('/'), await startPair('/'), await startPair(data)]
  const running = clusterOf(folder.path, { api1: api[0], api2: undefined, pg1: patroni[0] })
  expect(processesOf(running, 'api1').toSorted()).toEqual([...api].toSorted())
  expect(processesOf(running, 'pg1').toSorted()).toEqual([...patroni, ...server].toSorted())
  expect(processesOf(running, 'api2')).toEqual([])
})

test('a seed chooses the same victim among the same processes, and other seeds other ones', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-drill-'))
  const killedAmong = async (seed: string): Promise<readonly string[]> => {
    const pairs = [await startPair('/'), await startPair('/'), await startPair('/')] as const
    const running = clusterOf(folder.path, { api1: pairs[0][0], api2: pairs[1][0], web1: pairs[2][0], web2: undefined })
    const said: string[] = []
    await randomKills({ kills: 1, seed }, 0).inject(running, (line) => said.push(line))
    const all = pairs.flat()
    return said.map((line) => {
      const [, pid, name] = /killing (\d+) of (\w+): /.exec(line) ?? []
      return `${name} ${all.indexOf(Number(pid)) % 2}`
    })
  }
  const first = await killedAmong('a')
  expect(first).toHaveLength(1)
  expect(first.every((killed) => /^(api1|api2|web1) [01]$/.test(killed))).toBe(true)
  expect(await killedAmong('a')).toEqual(first)
  const seeds = ['b', 'c', 'd', 'e', 'f', 'g']
  const others: (readonly string[])[] = []
  for (const seed of seeds) others.push(await killedAmong(seed))
  expect(new Set(others.map(String)).size).toBeGreaterThan(1)
})

test('each victim is killed, and those that remain are left alone', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-drill-'))
  const [program] = await startPair('/')
  const child = started[0] as ChildProcess
  const ended = once(child, 'exit')
  await startPair('/')
  const running = clusterOf(folder.path, { api1: program })
  await randomKills({ kills: 1, seed: 'a' }, 0).inject(running, () => undefined)
  await ended
  expect(started[1]?.exitCode).toBeNull()
  expect(started[1]?.signalCode).toBeNull()
})
