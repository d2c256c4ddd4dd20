import { describe, expect, it } from 'vitest'
import { clientAt } from './client.ts'
import { createFairQueue } from './fair-queue.ts'
import { createSharedJobs, type IsOfOneClient } from './shared-jobs.ts'

const BOUNDS = { concurrency: 4, concurrencyPerClient: 2, maxPending: 99, maxPendingPerClient: 99, maxWaitMs: 60_000 }

class ShareSpentError extends Error {}
class SourceFailedError extends Error {}
const isOfOneClient: IsOfOneClient = (error) => error instanceof ShareSpentError

/** Works whose ends are chosen, by the client that began each. */
function open(isOfOne?: IsOfOneClient) {
  const queue = createFairQueue(BOUNDS, () => new ShareSpentError())
  const jobs = createSharedJobs<string>(queue, isOfOne)
  const begun = new Map<string, PromiseWithResolvers<string>>()
  const ask = (name: string, { isSpent = false, how = 'once' as 'once' | 'alone' } = {}) => {
    const admit = () => {
      if (isSpent) throw new ShareSpentError()
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
    const { ask, begun, turn } = open(isOfOneClient)
    const first = ask('first')
    await turn()
    const others = [ask('second'), ask('third'), ask('card', { how: 'alone' })]
    await turn()
    expect([...begun.keys()]).toEqual(['first'])
    begun.get('first')?.reject(new ShareSpentError())
    await expect(first).rejects.toThrow(ShareSpentError)
    await turn()
    expect([...begun.keys()].sort()).toEqual(['card', 'first', 'second'])
    begun.get('second')?.resolve('image of second')
    begun.get('card')?.resolve('image of card')
    expect(await Promise.all(others)).toEqual(['image of second', 'image of second', 'image of card'])
  })

  it('is begun by no client that has no share left, which has the result of another', async () => {
    const { ask, begun, turn } = open(isOfOneClient)
    await expect(ask('spent', { isSpent: true })).rejects.toThrow(ShareSpentError)
    await expect(ask('spent', { isSpent: true, how: 'alone' })).rejects.toThrow(ShareSpentError)
    const second = ask('second')
    await turn()
    const joined = ask('spent', { isSpent: true })
    begun.get('second')?.resolve('image')
    expect(await Promise.all([second, joined])).toEqual(['image', 'image'])
    expect([...begun.keys()]).toEqual(['second'])
  })

  it.each([
    ['its source fails', isOfOneClient, new SourceFailedError()],
    ['no error is of one client alone', undefined, new ShareSpentError()],
  ])('fails for all of them where %s', async (_, isOfOne, error) => {
    const { ask, begun, turn } = open(isOfOne)
    const ends = Promise.allSettled([ask('first'), ask('second')])
    await turn()
    begun.get('first')?.reject(error)
    await turn()
    expect([...begun.keys()]).toEqual(['first'])
    expect(await ends).toEqual([1, 2].map(() => ({ status: 'rejected', reason: error })))
  })
})
