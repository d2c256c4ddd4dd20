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

/** A search by each of some clients, none of which ends before `end` is called. */
function searchFrom(addresses: number) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const searches = Array.from({ length: addresses }, (_, at) =>
    tradeGateOf(clientAt(`198.51.${100 + Math.floor(at / 250)}.${at % 250}`))(() => ended, 'search'),
  )
  return { outcomes: Promise.allSettled(searches), end }
}

it.each([10, 450])(
  'searches for what a sweep may buy hold up no other trade, nor have it refused: those of %i addresses',
  async (addresses) => {
    const { outcomes, end } = searchFrom(addresses)
    const lookUp = async () => 'facts'
    const looked = Array.from({ length: 5 }, (_, at) => tradeGateOf(clientAt(`203.0.113.${at}`))(lookUp))
    expect(await Promise.all(looked)).toEqual(Array(5).fill('facts'))
    end()
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(refused.length > 0).toBe(addresses > 400)
  },
)
