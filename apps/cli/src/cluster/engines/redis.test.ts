import { expect, test } from 'vitest'
import { TESTING_CLUSTER } from '../testing/testing-cluster.ts'
import { following, redisServers, sentinels, withData, withLimits } from './redis.ts'

const engines = [...redisServers(TESTING_CLUSTER), ...sentinels(TESTING_CLUSTER)]
const textOf = (name: string, file: string) => engines.find((engine) => engine.name === name)?.files[file]?.text ?? ''

test('a Redis that comes back follows whom the sentinels name, whatever it followed before', () => {
  const config = textOf('redis1', 'redis.conf')
  const asReplica = following(config, 16_472)
  expect(asReplica).toBe(`${config}replicaof 127.0.0.1 16472\n`)
  expect(following(asReplica, 16_473)).toBe(`${config}replicaof 127.0.0.1 16473\n`)
  expect(following(asReplica, null)).toBe(config)
})

test('a Redis that keeps its configuration gets the limits of memory that a later release has', () => {
  const released = textOf('redis1', 'redis.conf')
  const before = released.replaceAll(/^maxmemory.*\n/gm, '')
  expect(before).not.toContain('maxmemory ')
  const limits = ['maxmemory 256mb', 'maxmemory-policy volatile-lru']
  expect(withLimits(before, released)).toBe(`${before}${limits.join('\n')}\n`)
  const other = released.replace('maxmemory 256mb', 'maxmemory 1gb').replace('volatile-lru', 'noeviction')
  for (const config of [released, other]) expect(withLimits(config, released)).toBe(released)
})

test('a Redis and its sentinels find their data where the folder of a cluster was moved', () => {
  for (const [name, file] of [
    ['redis2', 'redis.conf'],
    ['sentinel3', 'sentinel.conf'],
  ] as const) {
    const config = textOf(name, file)
    const here = `/data/engines/${name}/data`
    // As Redis writes it.
    const rewritten = config.replace(`dir ${here}`, `dir "${here}"`)
    expect(rewritten).not.toBe(config)
    for (const text of [config, rewritten]) {
      expect(withData(text, here)).toBe(text)
      expect(withData(text, '/moved/data')).toBe(config.replace(`dir ${here}`, 'dir /moved/data'))
    }
  }
})
