import { parseAddress } from '@opal/domain/address'
import { clientAt } from '@opal/domain/limits/client'
import { runs } from '@opal/domain/testing/effort/config'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { buildTokenSet, leafOf } from '@opal/domain/tokens/token-set'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildSet, type SetPurpose, setGateOf, setPurposeOf } from './set-gate.ts'

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

it.each<SetPurpose>(['proof', 'announcement', 'reading'])(
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
    const flood = Array.from({ length: 80 }, () => setGateOf(clientAt('203.0.113.1'), purpose)(load('flood')))
    const user = setGateOf(clientAt('203.0.113.2'), purpose)(load('user'))
    const results = await Promise.allSettled([...flood, user])
    expect(results.at(-1)?.status).toBe('fulfilled')
    expect(order.indexOf('user')).toBeLessThan(3)
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(20)
  },
)

it('a small set waits for one large one at most, from however many addresses those are announced again and again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 80 }),
      fc.nat({ max: 100 }),
      fc.integer({ min: 1, max: 5_000 }),
      async (addresses, done, size) => {
        let isOver = false
        const ended: string[] = []
        const announce = async (address: string, tokens: number) => {
          const isStored = await setGateOf(clientAt(address), 'announcement')(async () => {
            await new Promise(setImmediate)
            ended.push(address)
            return true
          }, tokens).catch(() => false)
          await new Promise(setImmediate)
          return isStored
        }
        const flood = Array.from({ length: addresses }, async (_, at) => {
          while (!isOver) await announce(`198.51.100.${at}`, 10_000)
        })
        while (ended.length < done) await new Promise(setImmediate)
        const before = ended.length
        expect(await announce('203.0.113.1', size)).toBe(true)
        expect(ended.indexOf('203.0.113.1') - before).toBeLessThanOrEqual(1)
        isOver = true
        await Promise.all(flood)
      },
    ),
    { numRuns: runs(8) },
  )
})

it.each([
  ['announced', 'token-set'],
  ['read', undefined],
] as const)('sets of a sale wait for none that are %s, from however many addresses', async (_, budget) => {
  const ending = Promise.withResolvers<void>()
  const flood = Array.from({ length: 500 }, (_, at) =>
    setGateOf(clientAt(`198.51.${Math.floor(at / 250)}.${at % 250}`), setPurposeOf(budget))(() => ending.promise),
  )
  const refused = Promise.allSettled(flood)
  const sales = Array.from({ length: 8 }, (_, at) =>
    setGateOf(clientAt(`203.0.113.${at}`), setPurposeOf('trade'))(async () => 'built'),
  )
  expect(await Promise.all(sales)).toEqual(Array(8).fill('built'))
  ending.resolve()
  await refused
})
