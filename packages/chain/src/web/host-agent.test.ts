import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { createHostAgent } from './host-agent.ts'

test('offers no host another protocol than HTTP/1.1', async () => {
  const hello = Promise.withResolvers<string>()
  const host = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      hello.resolve(bytes.toString('latin1'))
      socket.destroy()
    })
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const agent = createHostAgent({ connect: { timeout: 10_000 } })
  onTestFinished(async () => {
    await agent.destroy()
    host.close()
  })
  const { port } = host.address() as AddressInfo
  await expect(request(`https://127.0.0.1:${port}/`, { dispatcher: agent })).rejects.toThrow()
  // The greeting lists the protocols, each behind its length.
  const offered = await hello.promise
  expect(offered).toContain('\u0008http/1.1')
  expect(offered).not.toContain('\u0002h2')
})
