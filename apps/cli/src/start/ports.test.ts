import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { choosePorts, portOption, requireFreePorts, STANDARD_PORTS } from './ports.ts'

test('an offset shifts every port that was not given', () => {
  const ports = choosePorts({ web: 4000 }, 100)
  expect(ports.web).toBe(4000)
  expect(ports.api).toBe(STANDARD_PORTS.api + 100)
  expect(ports.postgres).toBe(STANDARD_PORTS.postgres + 100)
})

test('two programs on one port are refused by the names of both options', () => {
  expect(() => choosePorts({ web: 3001 }, 0)).toThrow('Port 3001 is wanted twice: change --web-port or --api-port.')
})

test('a port beyond 65535 is refused by the name of its option', () => {
  expect(() => choosePorts({}, 12_000)).toThrow('--postgres-port')
  expect(portOption('chainGraphql')).toBe('--chain-graphql-port')
})

test('a taken port is named with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const ports = { ...STANDARD_PORTS, web: port }
  await expect(requireFreePorts(ports, ['web'])).rejects.toThrow(`Port ${port} (web) is taken by another program`)
  other.close()
})
