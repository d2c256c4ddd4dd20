import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { Turns, takeTurns } from './take-turns.ts'

/** Has clients ask, one after the other, and gives back in which order they are let in. */
async function letIn(turns: Turns, clients: readonly string[]): Promise<{ order: string[]; refused: string[] }> {
  const order: string[] = []
  const refused: string[] = []
  for (const client of clients) {
    const turn = turns.begin(client)
    if (turn === null) order.push(client)
    else turn.then(() => order.push(client)).catch(() => refused.push(client))
  }
  while (order.length + refused.length < clients.length) {
    turns.end()
    await new Promise(setImmediate)
  }
  return { order, refused }
}

const places = (order: readonly string[], client: string) => order.flatMap((one, at) => (one === client ? [at] : []))

describe('calls that wait for a turn', () => {
  it('let a client that asks seldom pass a flood from one client', async () => {
    const flood = Array<string>(500).fill('flood')
    const { order } = await letIn(new Turns({ running: 4, waiting: 1_000 }), [...flood, 'user', 'user'])
    expect(places(order, 'user')).toEqual([4, 5])
  })

  it('let it pass a flood from a thousand clients', async () => {
    const turns = new Turns({ running: 4, waiting: 10_000 })
    const flood = Array.from({ length: 5_000 }, (_, at) => `flood ${at % 1_000}`)
    const { order } = await letIn(turns, [...flood, 'user'])
    // Those that asked no more than it did, before it, are the first call of each.
    expect(places(order, 'user')[0]).toBeLessThanOrEqual(1_004)
    const lately = await letIn(new Turns({ running: 4, waiting: 10_000 }), [
      ...flood.slice(0, 4),
      ...flood.slice(1_000),
      'user',
    ])
    expect(places(lately.order, 'user')[0]).toBeLessThanOrEqual(1_004)
  })

  it('refuse those who asked most where too many wait', async () => {
    const turns = new Turns({ running: 2, waiting: 10 })
    const { order, refused } = await letIn(turns, [...Array<string>(100).fill('flood'), 'user', 'other'])
    expect(places(order, 'user')).toHaveLength(1)
    expect(places(order, 'other')).toHaveLength(1)
    expect(new Set(refused)).toEqual(new Set(['flood']))
    expect(order).toHaveLength(12)
  })

  it('let everybody in whom they do not refuse, once, and never more at once than they may', async () => {
    const client = fc.constantFrom('a', 'b', 'c', 'd')
    await fc.assert(
      fc.asyncProperty(
        fc.array(client, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (clients, running) => {
          const turns = new Turns({ running, waiting: 100 })
          let open = 0
          let most = 0
          const work = async (name: string) => {
            await turns.begin(name)
            open += 1
            most = Math.max(most, open)
            await new Promise(setImmediate)
            open -= 1
            turns.end()
          }
          await Promise.all(clients.map(work))
          expect(most).toBeLessThanOrEqual(running)
          expect(open).toBe(0)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('a turn', () => {
  async function serve(running: number) {
    const server = Fastify()
    takeTurns(server, ({ socket }) => socket.remoteAddress ?? '', new Turns({ running, waiting: 10 }))
    const begun = new Begun()
    const ends: (() => void)[] = []
    server.get('/failing', { config: { takesTurn: true } }, () => {
      throw new Error('no')
    })
    server.get('/well', { config: { takesTurn: true } }, () => 'well')
    server.post('/told', { config: { takesTurn: true } }, () => 'told')
    server.get('/held', { config: { takesTurn: true } }, async () => {
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
