import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ROOT } from '../../repository.ts'
import type { Cluster } from '../cluster.ts'
import { clusterPorts } from '../ports.ts'
import { runTool } from '../run-tool.ts'
import { archiveEnd, createDatabase, readArchiveEnd } from './database.ts'

vi.mock('../run-tool.ts', () => ({ runTool: vi.fn(async () => '') }))

test('the archive ends with its last segment, of whatever timeline', async () => {
  const files = {
    '.': { type: 'path' },
    'archive.info': { type: 'file', time: 900 },
    '15-1': { type: 'path' },
    '15-1/00000002.history': { type: 'file', time: 800 },
    '15-1/0000000200000000/000000020000000000000003-5d1f.zst': { type: 'file', time: 500 },
    '15-1/0000000100000000/000000010000000000000001-ab12.zst': { type: 'file', time: 300 },
    '15-1/0000000100000000/000000010000000000000002.partial-ab12.zst': { type: 'file', time: 700 },
  }
  expect(archiveEnd(JSON.stringify(files))).toBe(500)
  expect(archiveEnd('{".":{"type":"path"}}')).toBeNull()
  vi.mocked(runTool).mockResolvedValueOnce(JSON.stringify(files))
  const cluster = { engines: '/nowhere', secrets: {} as Cluster['secrets'] }
  expect(await readArchiveEnd(cluster)).toBe(500)
  vi.mocked(runTool).mockRejectedValueOnce(new Error('too long a list'))
  expect(await readArchiveEnd(cluster)).toBeNull()
  const [run] = vi.mocked(runTool).mock.calls.pop() ?? []
  expect(run?.args.slice(-4)).toEqual(['--output=json', '--recurse', 'repo-ls', 'archive/opal'])
  vi.mocked(runTool).mockClear()
})

test('passwords of the roles reach psql in its environment: every account of a machine reads arguments', async () => {
  const secrets = new Proxy({}, { get: (_, name) => `secret-of-${String(name)}` }) as Cluster['secrets']
  await createDatabase({ ports: clusterPorts(0), secrets } as Cluster)
  const [run] = vi.mocked(runTool).mock.calls[0] ?? []
  expect(run?.args.join(' ')).not.toContain('secret-of')
  const script = readFileSync(join(ROOT, 'deploy/postgres/roles.sql'), 'utf8')
  const read = [...script.matchAll(/^\\getenv \w+ (\w+)$/gm)].map(([, name = '']) => name)
  expect(read.map((name) => run?.env?.[name])).toEqual(
    ['owner', 'api', 'pgbouncer', 'monitor'].map((name) => `secret-of-${name}`),
  )
  // psql leaves a variable that has no value as it stands, which is no SQL.
  const used = [...script.matchAll(/:'(\w+)'/g)].map(([, name]) => name)
  expect(used.toSorted()).toEqual([...script.matchAll(/^\\getenv (\w+)/gm)].map(([, name]) => name).toSorted())
})
