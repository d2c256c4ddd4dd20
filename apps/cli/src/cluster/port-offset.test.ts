import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refuseOtherPorts } from './port-offset.ts'
import { clusterPorts } from './ports.ts'
import { renderTemplate } from './template.ts'

test('a kept cluster is started at the ports that it was made with alone, and a new one at any', () => {
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
