import { clientAt } from '@opal/domain/limits/client'
import { expect, it } from 'vitest'
import { signInGateOf } from './sign-in-gate.ts'

/** Verifies as the library does: nothing else is done in that time. */
function verifying(ms: number, begun: () => void): () => Promise<boolean> {
  return async () => {
    begun()
    const until = performance.now() + ms
    while (performance.now() < until);
    return true
  }
}

it('signatures are verified in turns of clients, and take half of the time of the process at most', async () => {
  const began: string[] = []
  const startMs = performance.now()
  const flood = Array.from({ length: 20 }, () =>
    signInGateOf(clientAt('198.51.100.1'))(verifying(10, () => began.push('flood'))),
  )
  const user = signInGateOf(clientAt('203.0.113.1'))(verifying(10, () => began.push('user')))
  expect(await user).toBe(true)
  expect(began.indexOf('user')).toBeLessThanOrEqual(2)
  await Promise.all(flood)
  // A timer may fire a millisecond early.
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(21 * (2 * 10 - 1))
})
