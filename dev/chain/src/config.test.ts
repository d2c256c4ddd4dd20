import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('offers the ports that the SDK takes for granted on its local network', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    nodePort: 8080,
    faucetPort: 8081,
    streamPort: 50_051,
    readinessPort: 8070,
    dataDir: null,
    blockDelayMs: 150,
    logLevel: 'info',
  })
})

it('reports all faulty variables together', () => {
  const read = () => readConfig({ NODE_PORT: 'http', FAUCET_PORT: '70000', LOG_LEVEL: 'loud' })
  for (const name of ['NODE_PORT', 'FAUCET_PORT', 'LOG_LEVEL']) expect(read).toThrow(new RegExp(name))
})

it('listens on this machine only', () => {
  for (const HOST of ['0.0.0.0', '10.1.2.3', '']) expect(() => readConfig({ HOST })).toThrow(/HOST/)
  expect(readConfig({ HOST: 'localhost' }).host).toBe('localhost')
})
