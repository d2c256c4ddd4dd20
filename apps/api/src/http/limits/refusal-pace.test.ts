import { setTimeout as pause } from 'node:timers/promises'
import rateLimit from '@fastify/rate-limit'
import fc from 'fast-check'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { answerErrors } from '../error-responses.ts'
import { QueriesBusyError } from './query-gate.ts'
import { paceRefusals } from './refusal-pace.ts'

describe('refusals', () => {
  it('are held for two seconds at most, and not where they are rare', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 1_500 }), fc.nat(20), (pauses, rare) => {
        let now = 0
        const pace = paceRefusals(() => now)
        for (const ms of pauses) {
          now += ms
          expect(pace()).toBeLessThanOrEqual(2_000)
        }
        now += 3_000
        for (let at = 0; at < rare; at += 1) expect(pace()).toBe(0)
      }),
    )
  })

  it.each(['429', '503', '404'])('cost little of the server, however fast they are repeated: %s', async (kind) => {
    await using server = Fastify()
    answerErrors(server)
    await server.register(rateLimit, { max: kind === '429' ? 1 : 100_000 })
    server.get('/busy', () => {
      throw new QueriesBusyError()
    })
    server.get('/quick', { config: { rateLimit: false } }, () => 'quick')
    const path = kind === '404' ? '/nothing' : '/busy'
    await server.inject(path)
    const statuses = new Map<number, number>()
    const end = performance.now() + 1_000
    const flood = async () => {
      while (performance.now() < end) {
        const { statusCode } = await server.inject(path)
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      }
    }
    const all = Promise.all(Array.from({ length: 50 }, flood))
    await pause(500)
    expect((await server.inject('/quick')).body).toBe('quick')
    await all
    expect([...statuses.keys()]).toEqual([Number(kind)])
    // The first twenty immediately, two hundred by and by, and one of each connection that was still held.
    expect(statuses.get(Number(kind))).toBeLessThan(350)
  })
})
