import type { LiveMessage } from '@opal/contract/live'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { gatherMessages } from './gather-messages.ts'

afterEach(() => void vi.useRealTimers())

const message = (id: number) => ({ kind: 'bid_change', id: String(id) }) as LiveMessage

it('delivers every message once, in order and within a tenth of a second, in ten tasks a second at most however many come', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(300)), { maxLength: 300, size: 'max' }),
      (pauses) => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
        const delivered: { readonly id: string; readonly atMs: number }[] = []
        using gathered = gatherMessages(({ id }) => delivered.push({ id, atMs: performance.now() }))
        const sentAt = pauses.map((ms, id) => {
          vi.advanceTimersByTime(ms)
          gathered.add(message(id))
          return performance.now()
        })
        vi.advanceTimersByTime(200)
        expect(delivered.map(({ id }) => id)).toEqual(pauses.map((_, id) => String(id)))
        for (const [id, { atMs }] of delivered.entries()) expect(atMs - (sentAt[id] ?? 0)).toBeLessThanOrEqual(100)
        const tasks = [...new Set(delivered.map(({ atMs }) => atMs))]
        for (const [at, ms] of tasks.entries())
          expect(ms - (tasks[at - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(100)
      },
    ),
  )
})

it('delivers a message immediately where there was none for a while, and nothing once it is closed', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const deliver = vi.fn()
  const gathered = gatherMessages(deliver)
  gathered.add(message(1))
  expect(deliver).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100)
  gathered.add(message(2))
  expect(deliver).toHaveBeenCalledTimes(2)
  gathered.add(message(3))
  gathered[Symbol.dispose]()
  vi.advanceTimersByTime(1_000)
  expect(deliver).toHaveBeenCalledTimes(2)
})
