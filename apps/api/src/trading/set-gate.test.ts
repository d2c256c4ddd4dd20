import { parseAddress } from '@opal/domain/address'
import { clientAt } from '@opal/domain/limits/client'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildSet, type SetPurpose, setGateOf } from './set-gate.ts'

const tokensOf = (count: number, from = 0): readonly TokenRef[] =>
  Array.from({ length: count }, (_, at) => ({
    standard: 'v2',
    tokenDataId: parseAddress(`0x${String(from + at).padStart(64, '0')}`),
  }))

it('a set that is built in steps is that of its leaves, and other calls are answered between them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_500 }), async (count) => {
      const tokens = tokensOf(count)
      let turns = 0
      const tick = () => {
        turns += 1
        waiting = setImmediate(tick)
      }
      let waiting = setImmediate(tick)
      const set = await buildSet(tokens)
      clearImmediate(waiting)
      expect(set).toEqual(buildTokenSet(tokens.map(leafOf)))
      expect(turns).toBeGreaterThanOrEqual(Math.floor(count / 200))
    }),
    { numRuns: 20 },
  )
})

it.each<SetPurpose>(['proof', 'announcement'])(
  'sets are built one at a time, in turns of clients, and few of one client wait: %s',
  async (purpose) => {
    const order: string[] = []
    let running = 0
    const load = (name: string) => async () => {
      running += 1
      expect(running).toBe(1)
      await buildSet(tokensOf(300))
      running -= 1
      order.push(name)
    }
    const flood = Array.from({ length: 30 }, () => setGateOf(clientAt('203.0.113.1'), purpose)(load('flood')))
    const user = setGateOf(clientAt('203.0.113.2'), purpose)(load('user'))
    const results = await Promise.allSettled([...flood, user])
    expect(results.at(-1)?.status).toBe('fulfilled')
    expect(order.indexOf('user')).toBeLessThan(3)
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(20)
  },
)

it('sets of a sale wait for none that are announced, from however many addresses', async () => {
  const ending = Promise.withResolvers<void>()
  const flood = Array.from({ length: 500 }, (_, at) =>
    setGateOf(clientAt(`198.51.${Math.floor(at / 250)}.${at % 250}`), 'announcement')(() => ending.promise),
  )
  const refused = Promise.allSettled(flood)
  const sales = Array.from({ length: 8 }, (_, at) =>
    setGateOf(clientAt(`203.0.113.${at}`), 'proof')(async () => 'built'),
  )
  expect(await Promise.all(sales)).toEqual(Array(8).fill('built'))
  ending.resolve()
  await refused
})
