import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { boundPipelines } from './pipelined-requests.ts'

const REQUEST = 'GET /slow HTTP/1.1\r\nhost: a\r\n\r\n'
/** A header that Node.js would refuse by itself, before any handler. */
const UNUSUAL_REQUEST = 'GET /slow HTTP/1.1\r\nhost: a\r\nexpect: anything\r\n\r\n'

/** A server whose answers wait until they are let. */
async function openServer() {
  const server = Fastify({ forceCloseConnections: true })
  boundPipelines(server.server)
  let handled = 0
  let ready = Promise.withResolvers<void>()
  server.get('/slow', async () => {
    handled += 1
    await ready.promise
    return 'answer'
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  return {
    handled: () => handled,
    answer: () => ready.resolve(),
    wait: () => {
      ready = Promise.withResolvers<void>()
    },
    open: () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      let received = ''
      socket.on('data', (bytes) => {
        received += bytes
      })
      return { socket, answers: () => received.split('answer').length - 1 }
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

it('answers connections that send any few requests at a time, however many in all', async () => {
  await using server = await openServer()
  const { socket, answers } = server.open()
  let sent = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 16 }), async (count) => {
      server.wait()
      socket.write(REQUEST.repeat(count))
      sent += count
      await expect.poll(server.handled, { interval: 2 }).toBe(sent)
      server.answer()
      await expect.poll(answers, { interval: 2 }).toBe(sent)
    }),
    { numRuns: 30 },
  )
  expect(sent).toBeGreaterThan(100)
  socket.destroy()
})

it.each([REQUEST, UNUSUAL_REQUEST])(
  'hangs up on a connection that sends many without waiting for their answers, and handles few of them: %j',
  async (request) => {
    await using server = await openServer()
    const { socket } = server.open()
    const other = server.open()
    socket.write(request.repeat(5_000))
    await new Promise((resolve) => socket.on('close', resolve))
    expect(server.handled()).toBe(16)
    server.answer()
    other.socket.write(request)
    await expect.poll(other.answers).toBe(1)
    other.socket.destroy()
  },
)
