import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROOT } from '../repository.ts'
import { STANDARD_PORTS } from '../start/ports.ts'
import { CLUSTER_PORTS, clusterPorts, refuseOtherPorts } from './ports.ts'
import { renderTemplate } from './template.ts'

test('no two parts of a cluster share a port, nor does one with what npm start uses', () => {
  const all = [...Object.values(CLUSTER_PORTS), ...Object.values(STANDARD_PORTS)]
  expect(new Set(all).size).toBe(all.length)
})

test('any offset shifts every port by as much, or is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 40_000 }), (offset) => {
      const wanted = Object.values(CLUSTER_PORTS).map((port) => port + offset)
      const fits = wanted.every((port) => port >= 1024 && port <= 32_767)
      if (fits) expect(Object.values(clusterPorts(offset))).toEqual(wanted)
      else expect(() => clusterPorts(offset)).toThrow('choose another --port-offset')
    }),
  )
})

test('every port is in the table of the documentation, and no other', () => {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/how-to/run-a-cluster.md'), 'utf8').split(
    '| ports here | use |',
  )
  const [table = ''] = section.split('\n\n')
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
  const ranges = cells.flatMap((cell) => [...cell.matchAll(/(\d{5})(?: to (\d{5}))?/g)])
  const documented = ranges.flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at),
  )
  expect(documented.toSorted()).toEqual(Object.values(CLUSTER_PORTS).toSorted())
})

test('an existing cluster starts only at the ports that it was made with, a new one at any', () => {
  const offset = fc.integer({ min: -200, max: 200 })
  fc.assert(
    fc.property(offset, offset, (made, wanted) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-cluster-'))
      const cluster = { engines: folder.path }
      expect(() => refuseOtherPorts(cluster, wanted)).not.toThrow()
      const values = { HOST: '127.0.0.1', PORT: clusterPorts(made).redis1, DATA_DIR: '/data', PASSWORD: 'secret' }
      mkdirSync(join(folder.path, 'redis1'))
      writeFileSync(join(folder.path, 'redis1', 'redis.conf'), renderTemplate('redis/redis.conf', values))
      expect(() => refuseOtherPorts(cluster, made)).not.toThrow()
      const start = () => refuseOtherPorts(cluster, wanted)
      if (wanted === made) expect(start).not.toThrow()
      else expect(start).toThrow(`This cluster was made with --port-offset ${made}, and`)
    }),
  )
})
