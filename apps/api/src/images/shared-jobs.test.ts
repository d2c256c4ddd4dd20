import { clientAt } from '@opal/domain/limits/client'
import { describe, expect, it } from 'vitest'
import { MediaBusyError, MediaUnavailableError } from './media-errors.ts'
import { createMediaQueue } from './media-queue.ts'
import { createSharedJobs } from './shared-jobs.ts'

const BOUNDS = { concurrency: 4, concurrencyPerClient: 2, maxPending: 99, maxPendingPerClient: 99 }

/** Works whose ends are chosen, by the client that began each. */
function open() {
  const jobs = createSharedJobs<string>(createMediaQueue(BOUNDS))
  const begun = new Map<string, PromiseWithResolvers<string>>()
  const ask = (name: string, { isSpent = false, how = 'once' as 'once' | 'alone' } = {}) => {
    const admit = () => {
      if (isSpent) throw new MediaBusyError()
    }
    const run = () => {
      const end = Promise.withResolvers<string>()
      begun.set(name, end)
      return end.promise
    }
    return jobs[how]('image', { client: clientAt(name), source: [], admit, run })
  }
  const turn = () => new Promise(setImmediate)
  return { ask, begun, turn }
}

describe('a job that clients share', () => {
  it('is done by one of the others where the share of the one that began it runs out', async () => {
    const { ask, begun, turn } = open()
    const first = ask('first')
    await turn()
    const others = [ask('second'), ask('third'), ask('card', { how: 'alone' })]
    await turn()
    expect([...begun.keys()]).toEqual(['first'])
    begun.get('first')?.reject(new MediaBusyError())
    await expect(first).rejects.toThrow(MediaBusyError)
    await turn()
    expect([...begun.keys()].sort()).toEqual(['card', 'first', 'second'])
    begun.get('second')?.resolve('image of second')
    begun.get('card')?.resolve('image of card')
    expect(await Promise.all(others)).toEqual(['image of second', 'image of second', 'image of card'])
  })

  it('is begun by no client that has no share left, which has the result of another', async () => {
    const { ask, begun, turn } = open()
    await expect(ask('spent', { isSpent: true })).rejects.toThrow(MediaBusyError)
    await expect(ask('spent', { isSpent: true, how: 'alone' })).rejects.toThrow(MediaBusyError)
    const second = ask('second')
    await turn()
    const joined = ask('spent', { isSpent: true })
    begun.get('second')?.resolve('image')
    expect(await Promise.all([second, joined])).toEqual(['image', 'image'])
    expect([...begun.keys()]).toEqual(['second'])
  })

  it('fails for all of them where its source fails', async () => {
    const { ask, begun, turn } = open()
    const asked = [ask('first'), ask('second')]
    await turn()
    for (const end of begun.values()) end.reject(new MediaUnavailableError('its host cannot be reached'))
    for (const one of asked) await expect(one).rejects.toThrow(MediaUnavailableError)
    expect(begun.size).toBe(1)
  })
})
