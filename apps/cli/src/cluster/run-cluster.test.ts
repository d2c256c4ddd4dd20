import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDirectory } from '../start/data-directory.ts'
import { recordEngine } from '../supervisor/engine-survivors.ts'
import { refuseUnusablePlace } from './engine.ts'
import { clusterPorts } from './ports.ts'
import { openCluster } from './run-cluster.ts'
import { renderTemplate } from './template.ts'

test.each([
  '/srv/my market/engines',
  "/srv/o'clock/engines",
  '/srv/$HOME/engines',
  '/srv/50%/engines',
  `/srv/${'long/'.repeat(14)}engines`,
])('a cluster refuses a place that its engines cannot name: %s', (place) => {
  expect(() => refuseUnusablePlace(place)).toThrow(`cannot lie in ${place}: choose a path without spaces`)
})

test.each(['/var/lib/opal/0123456789abcdef', '/srv/opal/.opal-cluster/engines', '/home/größe_1/a-b+c@d/engines'])(
  'a cluster takes %s',
  (place) => expect(() => refuseUnusablePlace(place)).not.toThrow(),
)

test('an existing cluster that is started at other ports is refused, ends nothing and can be started as before', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
  const directory = openDataDirectory(folder.path, 'local')
  directory.release()
  const file = join(folder.path, 'engines', 'redis1', 'redis.conf')
  mkdirSync(join(folder.path, 'engines', 'redis1'), { recursive: true })
  const made = { HOST: '127.0.0.1', PORT: clusterPorts(0).redis1, DATA_DIR: '/data', PASSWORD: 'secret' }
  writeFileSync(file, renderTemplate('redis/redis.conf', made))
  const engine = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' })
  onTestFinished(() => void engine.kill('SIGKILL'))
  recordEngine(join(directory.pids, 'etcd1.pid'), engine.pid as number)
  {
    await using stack = new AsyncDisposableStack()
    const { signal } = new AbortController()
    const settings = { board: { say: () => undefined, phase: () => expect.fail() }, stack, signal }
    const options = { dataDir: folder.path, portOffset: 100, story: false, restoreTo: null }
    await expect(openCluster(options, settings)).rejects.toThrow('This cluster was made with --port-offset 0')
  }
  expect(engine.exitCode ?? engine.signalCode).toBeNull()
  expect(readFileSync(file, 'utf8')).toBe(renderTemplate('redis/redis.conf', made))
  expect(() => openDataDirectory(folder.path, 'local').release()).not.toThrow()
})
