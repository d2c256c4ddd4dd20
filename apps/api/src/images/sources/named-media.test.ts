import { setImmediate } from 'node:timers/promises'
import { clientAt } from '@opal/domain/limits/client'
import { expect, it } from 'vitest'
import { inNamingTurns } from './named-media.ts'

it('asks the store about a few addresses at a time, in turns of clients, however many addresses clients make up', async () => {
  const [begun, waiting]: [string[], (() => void)[]] = [[], []]
  let most = 0
  const isKnown = inNamingTurns(async (src) => {
    begun.push(src)
    await new Promise<void>((resolve) => {
      most = Math.max(most, waiting.push(resolve))
    })
    return src === 'named'
  })
  const flood = Array.from({ length: 900 }, (_, at) => isKnown(`made up ${at}`, clientAt(`198.51.100.${at % 90}`)))
  const user = isKnown('named', clientAt('203.0.113.1'))
  let isDone = false
  const all = Promise.all(flood).finally(() => {
    isDone = true
  })
  while (!isDone) {
    waiting.shift()?.()
    await setImmediate()
  }
  expect(await user).toBe(true)
  expect(new Set(await all)).toEqual(new Set([false]))
  expect(most).toBe(4)
  // Each of the others had one turn at most before it.
  expect(begun.indexOf('named')).toBeLessThan(100)
})

it('asks nothing for a client that has left, whose wait ends', async () => {
  const begun: string[] = []
  const waiting = Promise.withResolvers<boolean>()
  const isKnown = inNamingTurns((src) => {
    begun.push(src)
    return waiting.promise
  })
  const before = [1, 1, 2, 2].map((host) => isKnown('of others', clientAt(`198.51.100.${host}`)))
  const leaving = new AbortController()
  const left = isKnown('left', clientAt('203.0.113.1'), leaving.signal)
  leaving.abort(new Error('the client has left'))
  await expect(left).rejects.toThrow('has left')
  waiting.resolve(true)
  expect(await Promise.all(before)).toEqual([true, true, true, true])
  expect(begun).toEqual(['of others', 'of others', 'of others', 'of others'])
})
