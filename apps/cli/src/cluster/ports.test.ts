import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROOT } from '../repository.ts'
import { STANDARD_PORTS } from '../start/ports.ts'
import { CLUSTER_PORTS, clusterPorts } from './ports.ts'

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
