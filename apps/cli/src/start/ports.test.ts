import { expect, test } from 'vitest'
import { choosePorts, portOption, STANDARD_PORTS } from './ports.ts'

test('an offset shifts every port that was not given', () => {
  const ports = choosePorts({ web: 4000 }, 100)
  expect(ports.web).toBe(4000)
  expect(ports.api).toBe(STANDARD_PORTS.api + 100)
  expect(ports.postgres).toBe(STANDARD_PORTS.postgres + 100)
})

test('two programs on one port are refused by the names of both options', () => {
  expect(() => choosePorts({ web: 3001 }, 0)).toThrow('Port 3001 is assigned twice: change --web-port or --api-port.')
})

test('a port beyond 65535 is refused by the name of its option', () => {
  expect(() => choosePorts({}, 12_000)).toThrow('--postgres-port')
  expect(portOption('chainGraphql')).toBe('--chain-graphql-port')
})

test('ports that browsers refuse are refused immediately, but for programs that no browser asks', async () => {
  const refused: number[] = []
  for (let port = 1024; port <= 12_000; port += 1) {
    try {
      choosePorts({ web: port, postgres: 60_000 }, 12_000)
    } catch (error) {
      if (String(error).includes('Browsers refuse')) refused.push(port)
    }
  }
  expect(refused).toHaveLength(19)
  // As `fetch` does, which says so before it connects.
  for (const port of refused) {
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } })
  }
  expect(() => choosePorts({}, 2_000)).toThrow('Browsers refuse port 10080 (--node-port)')
  expect(choosePorts({ postgres: 10_080 }, 0).postgres).toBe(10_080)
})
