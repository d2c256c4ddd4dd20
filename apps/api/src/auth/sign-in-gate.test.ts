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
    signInGateOf(clientAt('198.51.100.1'))(
      verifying(10, () => began.push('flood')),
      1,
    ),
  )
  const user = signInGateOf(clientAt('203.0.113.1'))(
    verifying(10, () => began.push('user')),
    1,
  )
  expect(await user).toBe(true)
  expect(began.indexOf('user')).toBeLessThanOrEqual(2)
  await Promise.all(flood)
  // A timer may fire a millisecond early.
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(21 * (2 * 10 - 1))
})

it('an ordinary signature waits behind at most one slow one, from however many addresses those come', async () => {
  const began: string[] = []
  const verifyFrom = (address: string, kind: 'long' | 'short') =>
    signInGateOf(clientAt(address))(
      verifying(kind === 'long' ? 5 : 1, () => began.push(kind)),
      kind === 'long' ? 101 : 1,
    )
  const flood = Array.from({ length: 50 }, (_, at) => verifyFrom(`198.51.100.${at}`, 'long'))
  const users = Array.from({ length: 3 }, (_, at) => verifyFrom(`203.0.113.${at}`, 'short'))
  expect(await Promise.all(users)).toEqual([true, true, true])
  expect(began.indexOf('short')).toBe(1)
  expect(began.lastIndexOf('short')).toBe(3)
  await Promise.all(flood)
})
