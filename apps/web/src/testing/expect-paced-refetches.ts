import type { LiveMessage } from '@opal/contract/live'
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { deliverLive } from '../shared/realtime/live-bus.ts'
import { renderSite } from './render-site.tsx'

/**
 * Expects that a query is refetched soon after a live message, and every few seconds while messages come without end. The test that calls
 * it resets the timers.
 * @param answer what is fetched.
 * @param pageOf returns a component that fetches with this function.
 * @param messageOf returns a message with this id, after which it has to be refetched.
 */
export async function expectPacedRefetches<Answer>(
  answer: Answer,
  pageOf: (onFetch: () => Answer) => ReactNode,
  messageOf: (id: string) => LiveMessage,
): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const fetched = vi.fn(() => answer)
  renderSite(pageOf(fetched), {})
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const deliver = (id: number) => act(() => deliverLive(messageOf(String(id))))
  await pass(10)
  expect(fetched).toHaveBeenCalledTimes(1)
  deliver(1)
  await pass(110)
  expect(fetched).toHaveBeenCalledTimes(2)
  for (let id = 2; id < 100; id += 1) {
    deliver(id)
    await pass(100)
  }
  await pass(10_000)
  expect(fetched.mock.calls.length).toBeGreaterThan(4)
  expect(fetched.mock.calls.length).toBeLessThan(12)
}
