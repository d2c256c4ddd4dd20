import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { requireFreePorts } from './ports.ts'

/** Starts another program at a port. */
async function occupyPort(): Promise<{ readonly port: number; readonly other: Server }> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  return { port: typeof address === 'object' && address ? address.port : 0, other }
}

test('names a port that is in use, and what can be done', async () => {
  const { port, other } = await occupyPort()
  const wait = (canShift: boolean, optionOf: (() => string) | null) =>
    requireFreePorts({ web: port }, ['web'], optionOf, { timeoutMs: 0, canShift })
  const taken = `Port ${port} (web) is taken by another program: stop it`
  await expect(wait(true, null)).rejects.toThrow(`${taken}, or shift all with another --port-offset.`)
  await expect(wait(true, () => '--web-port')).rejects.toThrow(`${taken}, choose another with --web-port, or shift all`)
  // Its parts know each other by their ports.
  await expect(wait(false, null)).rejects.toThrow(/\(web\) is taken by another program: stop it\.$/)
  other.close()
})

test('waits for a port of a program that ends', async () => {
  const { port, other } = await occupyPort()
  const free = requireFreePorts({ web: port }, ['web'], null)
  other.close()
  await free
})
