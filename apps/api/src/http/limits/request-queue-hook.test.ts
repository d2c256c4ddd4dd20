import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { clientAt } from '@opal/domain/limits/client'
import fc from 'fast-check'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { answerErrors } from '../error-responses.ts'
import { QueriesBusyError } from './query-gate.ts'
import { type Call, RequestQueue } from './request-queue.ts'
import { outsideQueue, queueRequests } from './request-queue-hook.ts'

describe('a slot', () => {
  async function serve(running: number, waiting = 10, hold?: () => Promise<void>) {
    // By this clock no call takes time: on a busy machine they take long, and long ones leave a slot to others.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const server = Fastify()
    const identity = {
      clientOf: ({ socket }: IncomingMessage) => clientAt(socket.remoteAddress ?? ''),
      isOwnMachine: () => false,
    }
    queueRequests(
      server,
      identity,
      new RequestQueue({
        running,
        runningExpensive: running,
        runningPerClient: running,
        waiting,
        waitingExpensive: 10,
      }),
    )
    const begun = new Begun()
    const ends: (() => void)[] = []
    server.get('/failing', { config: { isQueued: true } }, () => {
      throw new Error('no')
    })
    server.get('/busy', { config: { isQueued: true } }, () => {
      throw new QueriesBusyError()
    })
    server.get('/well', { config: { isQueued: true } }, () => 'well')
    server.post('/body', { config: { isQueued: true } }, () => 'read')
    server.get('/held', { config: { isQueued: true } }, async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      begun.add()
      await promise
      return 'held'
    })
    server.get('/outside', { config: { isQueued: true } }, async (request) => {
      await outsideQueue(request, async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.push(resolve)
        begun.add()
        await promise
        if (request.headers['x-fails'] !== undefined) throw new Error('no')
      })
      return 'outside'
    })
    server.get('/left-behind', { config: { isQueued: true } }, (request) => {
      const waiting = outsideQueue(request, async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.push(resolve)
        begun.add()
        await promise
      })
      waiting.catch(() => undefined)
      throw new Error('no')
    })
    if (hold !== undefined) answerErrors(server, hold)
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

  // A flood of anything that is refused has each refusal held for two seconds.
  it('is free for others while the refusal of a call that had it is held', async () => {
    const held = Promise.withResolvers<void>()
    const { server } = await serve(1, undefined, () => held.promise)
    onTestFinished(() => server.close())
    const refused = Promise.all([server.inject('/busy'), server.inject('/busy')])
    expect((await server.inject('/well')).statusCode).toBe(200)
    held.resolve()
    for (const { statusCode } of await refused) expect(statusCode).toBe(503)
    expect((await server.inject('/well')).statusCode).toBe(200)
  })

  it('is free for others while a call waits outside, and is one again in the end, however that ends', async () => {
    const { server, begun, ends } = await serve(1)
    const well = () => server.inject('/well').then(({ statusCode }) => statusCode)
    for (const [url, headers, status] of [
      ['/outside', {}, 200],
      ['/outside', { 'x-fails': 'yes' }, 500],
      ['/left-behind', {}, 500],
    ] as const) {
      const waiting = Array.from({ length: 5 }, () => server.inject({ url, headers }))
      await begun.of(5)
      expect(await Promise.all([well(), well()])).toEqual([200, 200])
      for (const end of ends.splice(0)) end()
      expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(status))
      // One place, neither lost nor doubled.
      const held = server.inject('/held')
      await begun.of(1)
      const other = well()
      expect(await Promise.race([other, Promise.resolve('waits')])).toBe('waits')
      for (const end of ends.splice(0)) end()
      expect([(await held).statusCode, await other]).toEqual([200, 200])
    }
    await server.close()
  })

  it('is found again by each of the expensive calls that come back together, however many they are', async () => {
    const { server, begun, ends } = await serve(1, 100)
    // More expensive ones than may wait at first.
    const waiting: Promise<{ readonly statusCode: number }>[] = []
    for (let each = 0; each < 30; each += 1) {
      waiting.push(server.inject('/outside?name=a.*b'))
      await begun.of(1)
    }
    for (const end of ends.splice(0)) end()
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200))
    await server.close()
  })

  it('that a call does not find again hides no failure of what it waited for', async () => {
    const { server, begun, ends } = await serve(1, 0)
    for (const [headers, message] of [
      [{ 'x-fails': 'yes' }, 'no'],
      [{}, expect.stringContaining('busy')],
    ] as const) {
      const outside = server.inject({ url: '/outside', headers })
      await begun.of(1)
      const held = server.inject('/held')
      await begun.of(1)
      const [endOutside, endHeld] = ends.splice(0)
      endOutside?.()
      expect((await outside).json()).toMatchObject({ message })
      endHeld?.()
      expect((await held).statusCode).toBe(200)
    }
    await server.close()
  })

  it('is occupied by a call whose client has disconnected until its handler ends, and then released', async () => {
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

  it('is not started for a client that disconnected while it waited', async () => {
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

  it('is not occupied while a body is sent slowly', async () => {
    const { server, send } = await serve(1)
    const asked = once(server.server, 'request')
    await send('POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
    await asked
    expect((await server.inject('/well')).statusCode).toBe(200)
    server.server.closeAllConnections()
    await server.close()
  })
})

describe('the expected cost of a call', () => {
  /** Serves a search where what takes long advances the clock, and returns the expected cost of each call that is made, and what ended ones took. */
  function serveSearch() {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const server = Fastify()
    const costs: number[] = []
    const took: number[] = []
    const uncertain: boolean[] = []
    class WatchedQueue extends RequestQueue {
      override begin(call: Call) {
        costs.push(call.costMs)
        uncertain.push(call.mayTakeLong === true)
        return super.begin(call)
      }
      override end(call: Call, ms?: number) {
        took.push(ms ?? 0)
        super.end(call, ms)
      }
    }
    queueRequests(server, { clientOf: () => clientAt('client'), isOwnMachine: () => false }, new WatchedQueue())
    server.get('/search', { config: { isQueued: true } }, (request, reply) => {
      const { ms = '0', status = '200' } = request.headers as Record<string, string>
      vi.advanceTimersByTime(Number(ms))
      return reply.code(Number(status)).send('')
    })
    const search = async (
      name: string | null,
      headers: { readonly ms: string; readonly status?: string },
      others: Record<string, string> = {},
    ) => {
      await server.inject({ url: '/search', query: { ...others, ...(name !== null && { name }) }, headers })
      return costs.at(-1) ?? 0
    }
    return { search, took, uncertain }
  }

  it('of a quick kind is charged to a client as what its calls took, relative to those of all', async () => {
    const { search, took } = serveSearch()
    for (let calls = 0; calls < 400; calls += 1) {
      const isQuick = calls % 10 < 3
      expect(await search('Monkey', { ms: isQuick ? '5' : '1000' })).toBeLessThan(40)
      if (isQuick) expect(took.at(-1)).toBeLessThanOrEqual(5)
      else expect(took.at(-1)).toBeGreaterThan(200)
    }
    await search('Monkey', { ms: '10000', status: '503' })
    expect(took.at(-1)).toBeGreaterThan(2_000)
  })

  it('is uncertain after one that took long, and not before', async () => {
    const { search, uncertain } = serveSearch()
    for (const ms of ['5', '400', '5', '1000', '5', '5']) await search('Monkey', { ms })
    expect(uncertain).toEqual([false, false, false, false, true, true])
  })

  it('is learned from calls that the store’s time limit cut off', async () => {
    const { search } = serveSearch()
    for (let calls = 0; calls < 3; calls += 1) await search('Monkey', { ms: '10000', status: '503' })
    expect(await search('Monkey', { ms: '10' })).toBeGreaterThan(40)
  })

  it('is learned from no refusal', async () => {
    const { search } = serveSearch()
    for (let calls = 0; calls < 9; calls += 1) await search('Monkey', { ms: '1000' })
    const before = await search('Monkey', { ms: '1', status: '503' })
    for (let calls = 0; calls < 50; calls += 1)
      expect(await search('Monkey', { ms: '1', status: calls % 2 === 0 ? '503' : '404' })).toBe(before)
  })

  it('of plain searches stays low whatever regular expressions take, whose own is never low', async () => {
    const { search } = serveSearch()
    expect(await search('(M|m)onkey', { ms: '1' })).toBeGreaterThanOrEqual(40)
    for (let calls = 0; calls < 400; calls += 1) {
      if (calls % 2 === 0) await search(null, { ms: '8' })
      else if (calls % 20 > 1) await search('(a+)+', { ms: '1400' })
      else expect(await search('Monkey', { ms: '8' }), `after ${calls} calls`).toBeLessThan(40)
    }
    expect(await search('(M|m)onkey', { ms: '1' })).toBeGreaterThanOrEqual(40)
  })

  it('of plain calls, also of unseen kinds, is low and certain, whatever regular expressions of their route take', async () => {
    const call = fc.record({
      name: fc.constantFrom(null, 'Monkey', '(a+)+'),
      others: fc.uniqueArray(fc.constantFrom('order', 'limit', 'seen', 'listed')),
      status: fc.constantFrom('200', '503'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
        const { search, uncertain } = serveSearch()
        for (const { name, others, status } of calls) {
          const isExpression = name === '(a+)+'
          const query = Object.fromEntries(others.map((other) => [other, '1']))
          const costMs = await search(name, isExpression ? { ms: '1500', status } : { ms: '8' }, query)
          if (isExpression) expect(costMs).toBeGreaterThanOrEqual(40)
          else expect([costMs < 40, uncertain.at(-1)]).toEqual([true, false])
        }
      }),
      { numRuns: 50 },
    )
  })
})

/** Counts calls that have begun, and resolves when there are so many more. */
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
