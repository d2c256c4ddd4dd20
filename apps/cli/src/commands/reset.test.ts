import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDataDirectory } from '../start/data-directory.ts'
import { drillCommand } from './drill.ts'
import { soakCommand } from './soak.ts'
import { reset } from './start.ts'

vi.mock('../cluster/packages.ts', () => ({ CLUSTER_PACKAGES: {}, installPackages: async () => undefined }))
// What is not refused would start a cluster.
vi.mock('../cluster/run-cluster.ts', () => ({ openCluster: () => Promise.reject(new Error('not refused')) }))
vi.mock('../drill/network.ts', () => ({ openLoopback: () => undefined, cutOff: () => undefined }))

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-reset-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it.each([
  ['that is missing', 'none'],
  ['that is empty', '.'],
])('asks for no leave to delete a directory %s', async (_, name) => {
  await expect(reset({ dataDir: join(home, name), network: 'local', yes: false })).resolves.toBeUndefined()
})

it('deletes data only with leave, where there is no terminal to ask at', async () => {
  const dataDir = join(home, 'data')
  openDataDirectory(dataDir, 'local').release()
  await expect(reset({ dataDir, network: 'local', yes: false })).rejects.toThrow('add --yes where there is no terminal')
  expect(existsSync(dataDir)).toBe(true)
  await reset({ dataDir, network: 'local', yes: true })
  expect(existsSync(dataDir)).toBe(false)
})

it('says so where the backups of a cluster go as well', async () => {
  const dataDir = join(home, 'data')
  openDataDirectory(dataDir, 'local').release()
  const ask = () => reset({ dataDir, network: 'local', yes: false })
  await expect(ask()).rejects.toThrow(`This deletes everything in ${dataDir}: add --yes`)
  mkdirSync(join(dataDir, 'engines', 'backup'), { recursive: true })
  await expect(ask()).rejects.toThrow(`This deletes everything in ${dataDir}, the backups too: add --yes`)
})

const NETWORKS = ['local', 'testnet', 'mainnet'] as const

it.each(NETWORKS.flatMap((held) => NETWORKS.map((started) => [held, started] as const)))(
  'what was made on %s goes by a start on %s if it is the same, or the local one, which anyone makes again',
  async (held, started) => {
    const dataDir = join(home, 'data')
    openDataDirectory(dataDir, held).release()
    const given = () => reset({ dataDir, network: started, yes: true })
    if (held === 'local' || held === started) await given()
    else await expect(given()).rejects.toThrow(`holds the data of ${held}, not of ${started}: nothing was deleted.`)
    expect(existsSync(dataDir)).toBe(held !== 'local' && held !== started)
    // As for recordings.
    await reset({ dataDir, network: null, yes: true })
    expect(existsSync(dataDir)).toBe(false)
  },
)

it.each([
  ['drill', (dataDir: string) => drillCommand({ seed: '1', inside: true, dataDir })],
  [
    'soak',
    (dataDir: string) =>
      soakCommand({ minutes: '1', sessions: '1', trades: '1', sockets: '1', chart: 'c.svg', portOffset: '0', dataDir }),
  ],
] as const)('a %s deletes no other folder than its own without leave', async (_, run) => {
  const dataDir = join(home, 'data')
  openDataDirectory(dataDir, 'local').release()
  mkdirSync(join(dataDir, 'engines', 'backup'), { recursive: true })
  await expect(run(dataDir)).rejects.toThrow(`This deletes everything in ${dataDir}, the backups too: add --yes`)
  expect(existsSync(join(dataDir, 'engines', 'backup'))).toBe(true)
})
