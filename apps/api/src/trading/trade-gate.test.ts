import { clientAt } from '@opal/domain/limits/client'
import { expect, it } from 'vitest'
import { tradeGateOf } from './trade-gate.ts'

it.each([1, 10])(
  'what trades are planned from is read a few at a time, in turns of clients: a flood from %i addresses',
  async (addresses) => {
    const began: string[] = []
    const running = { flood: 0, user: 0 }
    let most = 0
    const load = (name: 'flood' | 'user') => async () => {
      began.push(name)
      running[name] += 1
      most = Math.max(most, running.flood)
      await new Promise(setImmediate)
      running[name] -= 1
    }
    const flood = Array.from({ length: addresses * 30 }, (_, at) =>
      tradeGateOf(clientAt(`198.51.100.${at % addresses}`))(load('flood')),
    )
    const user = tradeGateOf(clientAt('203.0.113.1'))(load('user'))
    await Promise.all([...flood, user])
    expect(most).toBe(addresses === 1 ? 2 : 4)
    expect(began.indexOf('user')).toBeLessThan(addresses + 5)
  },
)
