import { describe, expect, it, vi } from 'vitest'
import { WriteQueue } from './write-queue.ts'

describe('WriteQueue', () => {
  it('runs writes one after another, in their order', async () => {
    const queue = new WriteQueue(() => {})
    const gate = Promise.withResolvers<void>()
    const ran: string[] = []
    queue.add(async () => {
      await gate.promise
      ran.push('first')
    })
    queue.add(async () => void ran.push('second'))
    gate.resolve()
    await queue.drained()
    expect(ran).toEqual(['first', 'second'])
  })

  it('queues a write again only once it has begun', async () => {
    const queue = new WriteQueue(() => {})
    const gate = Promise.withResolvers<void>()
    const settle = vi.fn(async () => {})
    queue.add(() => gate.promise)
    for (let second = 0; second < 5; second += 1) queue.add(settle)
    gate.resolve()
    await queue.drained()
    expect(settle).toHaveBeenCalledTimes(1)
    queue.add(settle)
    await queue.drained()
    expect(settle).toHaveBeenCalledTimes(2)
  })

  it('runs no write after one that failed', async () => {
    const onFailure = vi.fn()
    const queue = new WriteQueue(onFailure)
    const later = vi.fn(async () => {})
    queue.add(async () => {
      throw new Error('the disk is full')
    })
    queue.add(later)
    await expect(queue.drained()).rejects.toThrow('the disk is full')
    expect(later).not.toHaveBeenCalled()
    expect(onFailure).toHaveBeenCalled()
  })
})
