import fc from 'fast-check'
import { expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

it('runs all jobs in their order, never more at a time than allowed, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      fc.scheduler(),
      async (concurrency, fails, scheduler) => {
        const inTurn = limitConcurrency(concurrency)
        const begun: number[] = []
        let [running, most] = [0, 0]
        const jobs = fails.map((isFailing, at) =>
          inTurn(async () => {
            begun.push(at)
            running += 1
            most = Math.max(most, running)
            await scheduler.schedule(Promise.resolve())
            running -= 1
            if (isFailing) throw new Error(String(at))
            return at
          }),
        )
        const settled = Promise.allSettled(jobs)
        await scheduler.waitFor(settled)
        expect(begun).toEqual(fails.map((_, at) => at))
        expect(most).toBe(Math.min(concurrency, fails.length))
        expect((await settled).map(({ status }) => status)).toEqual(
          fails.map((one) => (one ? 'rejected' : 'fulfilled')),
        )
      },
    ),
  )
})
