import fc from 'fast-check'
import { expect, test } from 'vitest'
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
