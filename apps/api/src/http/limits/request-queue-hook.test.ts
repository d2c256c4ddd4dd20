import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { queueRequests, RequestQueue } from './request-queue.ts'

describe('a turn', () => {
  async function serve(running: number) {
    const server = Fastify()
    const identity = {
      addressOf: ({ socket }: IncomingMessage) => socket.remoteAddress ?? '',
      isOwnMachine: () => false,
    }
    queueRequests(
      server,
      identity,
      new RequestQueue({ running, runningDear: running, runningPerClient: running, waiting: 10, waitingDear: 10 }),
    )
    const begun = new Begun()
    const ends: (() => void)[] = []
    server.get('/failing', { config: { isQueued: true } }, () => {
      throw new Error('no')
    })
    server.get('/well', { config: { isQueued: true } }, () => 'well')
    server.post('/told', { config: { isQueued: true } }, () => 'told')
    server.get('/held', { config: { isQueued: true } }, async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      begun.add()
      await promise
      return 'held'
    })
    await server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.server.address() as { port: number }
    /** Sends bytes, and resolves to a call that hangs up, once the server knows of it. */
    const send = async (text: string) => {
      const arrived = once(server.server, 'connection')
      const client = connect(port, '127.0.0.1')
      const [socket] = (await arrived) as [Socket]
      client.write(text)
      return async () => {
        const closed = once(socket, 'close')
        client.destroy()
        await closed
      }
    }
    return { server, send, begun, ends }
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

  it('is given back by a call that fails', async () => {
    const { server } = await serve(1)
    for (let each = 0; each < 3; each += 1) expect((await server.inject('/failing')).statusCode).toBe(500)
    const many = await Promise.all(Array.from({ length: 8 }, () => server.inject('/well')))
    expect(many.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    await server.close()
  })

  it('is kept by a call whose client hangs up until it is worked out, and then given back', async () => {
    const { server, send, begun, ends } = await serve(2)
    for (let each = 0; each < 3; each += 1) {
      const hangUps = [await send(get('/held')), await send(get('/held'))]
      await begun.of(2)
      const other = server.inject('/well').then(({ statusCode }) => `answered ${statusCode}`)
      for (const hangUp of hangUps) await hangUp()
      expect(await Promise.race([other, Promise.resolve('waits')])).toBe('waits')
      for (const end of ends.splice(0)) end()
      expect(await other).toBe('answered 200')
    }
    await server.close()
  })

  it('is not begun for a client that hung up while it waited', async () => {
    const { server, send, begun, ends } = await serve(1)
    await send(get('/held'))
    await begun.of(1)
    const waiting = once(server.server, 'request')
    const hangUp = await send(get('/held'))
    await waiting
    await hangUp()
    for (const end of ends.splice(0)) end()
    expect((await server.inject('/well')).statusCode).toBe(200)
    expect(ends).toEqual([])
    await server.close()
  })

  it('is not held by who sends a body slowly', async () => {
    const { server, send } = await serve(1)
    const asked = once(server.server, 'request')
    await send('POST /told HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
    await asked
    expect((await server.inject('/well')).statusCode).toBe(200)
    server.server.closeAllConnections()
    await server.close()
  })
})

/** Counts calls that have begun, and tells when there are so many more. */
class Begun {
  #count = 0
  #wanted = 0
  #reached: () => void = () => undefined

  add(): void {
    this.#count += 1
    if (this.#count === this.#wanted) this.#reached()
  }

  async of(more: number): Promise<void> {
    this.#wanted += more
    if (this.#count >= this.#wanted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#reached = resolve
    await promise
  }
}
