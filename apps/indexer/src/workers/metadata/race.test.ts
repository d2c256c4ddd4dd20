import { expect, test, vi } from 'vitest'
import { race } from './race.ts'

const never = new Promise<never>(() => undefined)

test('requests only the first source when it responds in time', async () => {
  const asked: string[] = []
  const answer = await race(['a', 'b'], 1_000, async (source) => {
    asked.push(source)
    return `from ${source}`
  })
  expect([answer, asked]).toEqual(['from a', ['a']])
})

test('requests the next source immediately after a failure, and throws the last failure when all fail', async () => {
  const asked: string[] = []
  const failing = race(['a', 'b', 'c'], 60_000, async (source) => {
    asked.push(source)
    throw new Error(`no ${source}`)
  })
  await expect(failing).rejects.toThrow('no c')
  expect(asked).toEqual(['a', 'b', 'c'])
})

test('requests the next source when one is slow, and aborts the slow one', async () => {
  vi.useFakeTimers()
  const ended: string[] = []
  const racing = race(['slow', 'fast'], 2_000, (source, signal) => {
    signal.addEventListener('abort', () => ended.push(source))
    return source === 'fast' ? Promise.resolve(source) : never
  })
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect(await racing).toBe('fast')
  expect(ended).toContain('slow')
})

test('accepts a slow source that responds first', async () => {
  vi.useFakeTimers()
  const slow = Promise.withResolvers<string>()
  const racing = race(['slow', 'stuck'], 2_000, (source) => (source === 'slow' ? slow.promise : never))
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  slow.resolve('slow after all')
  expect(await racing).toBe('slow after all')
})
