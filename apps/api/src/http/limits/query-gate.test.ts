import { expect, test } from 'vitest'
import { createQueryGate } from './query-gate.ts'

test('lets so many through at once, keeps so many waiting, and refuses the rest', async () => {
  const gate = createQueryGate(2, 1)
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  const ask = (name: string) =>
    gate(async () => {
      begun.push(name)
      await end
      return name
    })
  const asked = [ask('first'), ask('second'), ask('third')]
  await expect(ask('fourth')).rejects.toMatchObject({ code: 'overloaded', retryable: true })
  expect(begun).toEqual(['first', 'second'])
  resolve()
  expect(await Promise.all(asked)).toEqual(['first', 'second', 'third'])
})

test('a question that fails makes room for the next', async () => {
  const gate = createQueryGate(1, 5)
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate(async () => 'answered')).toBe('answered')
})
