import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../testing/effort/config.ts'
import { CLIENTS_PER_SITE, type Client, clientAt, type Sharer } from './client.ts'
import { shareOf } from './holdings.ts'
import { maxWaitMs, network, setUp } from './testing/held-works.ts'

describe('a fair queue, whatever is added,', () => {
  const from = fc.oneof(
    fc.integer({ min: 0, max: 300 }).map((at) => network(at)),
    fc.integer({ min: 0, max: 3 }).map((at) => network(at, 2)),
    fc.integer({ min: 1, max: 6 }).map((at) => `203.0.113.${at}`),
  )
  const bounds = fc
    .record({ slots: fc.integer({ min: 2, max: 20 }), own: fc.integer({ min: 1, max: 4 }), places: fc.nat(40) })
    .map(({ slots, own, places }) => ({
      concurrency: Math.max(slots, own + 1),
      concurrencyPerClient: own,
      maxPending: 20 + places,
      maxPendingPerClient: 5,
      maxWaitMs,
    }))

  it('respects every share in any order of arrivals and ends, and leaves no slot idle that a waiting client may use', async () => {
    await fc.assert(
      fc.asyncProperty(
        bounds,
        fc.array(fc.option(from, { freq: 4 }), { maxLength: 150, size: 'max' }),
        async (bound, steps) => {
          const { queue } = setUp(bound)
          interface Work {
            readonly client: Client
            readonly end: () => void
            state: 'waiting' | 'running' | 'refused' | 'done'
          }
          const works: Work[] = []
          const those = (...states: readonly Work['state'][]) => works.filter(({ state }) => states.includes(state))
          const held = (list: readonly Work[], { key }: Sharer) =>
            list.filter(({ client }) => client.some((sharer) => sharer.key === key)).length
          const mayRun = ({ client }: Work) =>
            those('running').length < bound.concurrency &&
            client.every(
              (sharer) =>
                held(those('running'), sharer) < shareOf(sharer, bound.concurrency, bound.concurrencyPerClient),
            )
          const endFirst = async () => {
            const [first] = those('running')
            first?.end()
            await new Promise(setImmediate)
            if (first !== undefined) expect(first.state).toBe('done')
          }
          for (const step of steps) {
            if (step === null) await endFirst()
            else {
              const client = clientAt(step)
              const { promise, resolve: end } = Promise.withResolvers<void>()
              const work: Work = { client, end, state: 'waiting' }
              works.push(work)
              const pending = those('waiting', 'running')
              const mayWait = client.every(
                (sharer) => held(pending, sharer) <= shareOf(sharer, bound.maxPending, bound.maxPendingPerClient),
              )
              const loadOf = (one: Work) =>
                Math.max(...one.client.map((sharer) => held(pending, sharer) / sharer.clients))
              const most = Math.max(...those('waiting').map(loadOf))
              const refusedBefore = new Set(those('refused'))
              queue
                .add(client, async () => {
                  expect(mayRun(work)).toBe(true)
                  work.state = 'running'
                  await promise
                  work.state = 'done'
                })
                .catch(() => {
                  work.state = 'refused'
                })
              await new Promise(setImmediate)
              const refused = those('refused').filter((one) => !refusedBefore.has(one))
              if (!mayWait) expect(refused).toEqual([work])
              else if (pending.length <= bound.maxPending) expect(refused).toEqual([])
              else expect(refused.map(loadOf)).toEqual([most])
            }
            expect(those('waiting').filter(mayRun)).toEqual([])
          }
          while (those('running').length > 0) await endFirst()
          expect(those('waiting')).toEqual([])
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('serves others in bounded time despite a site with any number of networks', async () => {
    await fc.assert(
      fc.asyncProperty(bounds, fc.integer({ min: 1, max: 600 }), fc.nat(3), async (bound, networks, others) => {
        const { add, begun, settle, endOne, endAll } = setUp(bound)
        const flood = Array.from({ length: networks }, (_, at) => add(network(at)).catch(() => null))
        await settle()
        const came = Array.from({ length: others }, (_, at) => add(`203.0.113.${at}`))
        await settle()
        // At most as many as have a slot go before them: the site leaves slots to others, and has eight turns in a round.
        const rounds = Math.max(
          0,
          others -
            (bound.concurrency - shareOf({ clients: CLIENTS_PER_SITE }, bound.concurrency, bound.concurrencyPerClient)),
        )
        for (let at = 0; at < rounds * (1 + CLIENTS_PER_SITE); at += 1) await endOne()
        expect(begun.filter((one) => one.startsWith('203.'))).toHaveLength(others)
        await endAll()
        await Promise.all([...flood, ...came])
      }),
      { numRuns: runs(60) },
    )
  })

  it('serves a client with several works in turn with any number of others that send one after the other', async () => {
    const crowd = fc.record({
      addresses: fc.integer({ min: 1, max: 20 }),
      networks: fc.nat(30),
      works: fc.integer({ min: 1, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(bounds, crowd, async (bound, { addresses, networks, works }) => {
        const { add, begun, settle, endOne, endAll } = setUp({ ...bound, maxPending: 1_000 })
        let isOver = false
        const goOn = async (from: string) => {
          while (!isOver) await add(from)
        }
        const others = [
          ...Array.from({ length: addresses }, (_, at) => goOn(`203.0.113.${at}`)),
          ...Array.from({ length: networks }, (_, at) => goOn(network(at)).catch(() => undefined)),
        ]
        await settle()
        begun.length = 0
        const several = Array.from({ length: works }, () => add('198.51.100.7'))
        // A round serves each address once, and the site eight times.
        const round = addresses + CLIENTS_PER_SITE + 1
        for (let at = 0; at < (works + 1) * round; at += 1) await endOne()
        expect(begun.filter((from) => from === '198.51.100.7')).toHaveLength(works)
        isOver = true
        await endAll()
        await Promise.all([...several, ...others])
      }),
      { numRuns: runs(60) },
    )
  })

  // The bound of start-time fair queueing: clients that always have something waiting differ by their largest jobs.
  it.each(['as their options say', 'as the time that they took, which is known when they end'])(
    'serves clients that always wait with as much as each other, whatever their jobs cost: %s',
    async (known) => {
      const jobs = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 })
      const isTimed = known !== 'as their options say'
      await fc.assert(
        fc.asyncProperty(
          fc.array(jobs, { minLength: 2, maxLength: 6 }),
          fc.integer({ min: 1, max: 60 }),
          async (costs, turns) => {
            const bound = {
              concurrency: 1,
              concurrencyPerClient: 1,
              maxPending: 100,
              maxPendingPerClient: 8,
              maxWaitMs,
            }
            let nowMs = 0
            const timed = isTimed ? { ...bound, turnMs: 1 } : bound
            const { add, begun, settle, endOne, endAll } = setUp(timed, () => nowMs)
            const addresses = costs.map((_, at) => `203.0.113.${at}`)
            /** Of the jobs of each client, which are served in their order. */
            const durationsMs = new Map(addresses.map((from) => [from, [] as number[]]))
            const endTimed = async () => {
              nowMs += durationsMs.get(begun.at(-1) ?? '')?.shift() ?? 0
              await endOne()
            }
            const served = costs.map(() => 0)
            let isOver = false
            const goOn = async (at: number, list: readonly number[]) => {
              for (let nth = 0; !isOver; nth += 1) {
                const cost = list[nth % list.length] ?? 1
                const from = addresses[at] ?? ''
                durationsMs.get(from)?.push(cost)
                await add(from, isTimed ? {} : { cost })
                if (!isOver) served[at] = (served[at] ?? 0) + cost
              }
            }
            // Two at a time: one waits whenever the other is served.
            const going = costs.flatMap((list, at) => [goOn(at, list), goOn(at, list)])
            await settle()
            for (let turn = 0; turn < turns; turn += 1) await endTimed()
            const largest = costs.map((list) => Math.max(...list))
            for (const [at, cost] of served.entries())
              for (const [other, otherCost] of served.entries())
                expect(cost - otherCost).toBeLessThanOrEqual((largest[at] ?? 0) + (largest[other] ?? 0))
            isOver = true
            await endAll()
            await Promise.all(going)
          },
        ),
        { numRuns: runs(40) },
      )
    },
  )
})
