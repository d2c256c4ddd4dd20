import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { leavingOf } from './leaving-reader.ts'

it.each([true, false])('is aborted for a client that leaves, also before it is asked for: %s', async (isBefore) => {
  const server = Fastify()
  onTestFinished(() => server.close())
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
  server.get('/', async (_request, reply) => {
    const closed = new Promise((resolve) => reply.raw.once('close', resolve))
    const early = isBefore ? null : leavingOf(reply)
    begun.resolve()
    await closed
    left.resolve((early ?? leavingOf(reply)).aborted)
    return ''
  })
  const leaving = new AbortController()
  const answer = fetch(await server.listen({ host: '127.0.0.1', port: 0 }), { signal: leaving.signal })
  await begun.promise
  leaving.abort()
  await expect(answer).rejects.toThrow()
  expect(await left.promise).toBe(true)
})

it('is not for one that is answered', async () => {
  const server = Fastify()
  onTestFinished(() => server.close())
  const { promise: leaving, resolve } = Promise.withResolvers<AbortSignal>()
  server.get('/', async (_request, reply) => {
    resolve(leavingOf(reply))
    const before = reply.raw.listenerCount('close')
    expect([leavingOf(reply), reply.raw.listenerCount('close')]).toEqual([await leaving, before])
    return 'all'
  })
  const answer = await fetch(await server.listen({ host: '127.0.0.1', port: 0 }))
  expect(await answer.text()).toBe('all')
  expect((await leaving).aborted).toBe(false)
})
