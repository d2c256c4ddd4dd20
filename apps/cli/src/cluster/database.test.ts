import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ROOT } from '../repository.ts'
import type { Cluster } from './cluster.ts'
import { createDatabase } from './database.ts'
import { clusterPorts } from './ports.ts'
import { runTool } from './run-tool.ts'

vi.mock('./run-tool.ts', () => ({ runTool: vi.fn(async () => '') }))

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
