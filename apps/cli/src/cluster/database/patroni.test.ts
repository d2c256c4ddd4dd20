import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isWhole, type Member, noteLateServers, untilWhole } from './patroni.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const member = fc.record({
  name: fc.constantFrom('pg1', 'pg2', 'pg3'),
  role: fc.constantFrom('leader', 'sync_standby', 'replica'),
  state: fc.constantFrom('running', 'streaming', 'starting', 'start failed'),
})
const WHOLE: readonly Member[] = [
  { name: 'pg1', role: 'leader', state: 'running' },
  { name: 'pg2', role: 'sync_standby', state: 'streaming' },
  { name: 'pg3', role: 'sync_standby', state: 'running' },
]

/** Waits while each look takes ten seconds; the last one is repeated. @returns what was said, and the number of looks. */
async function wait(states: readonly (readonly Member[])[]) {
  const said: string[] = []
  let looks = 0
  const read = async () => {
    vi.setSystemTime(Date.now() + 10_000)
    looks += 1
    return states[Math.min(looks, states.length) - 1] ?? []
  }
  const { signal } = new AbortController()
  await untilWhole(read, { say: (line) => said.push(line), signal, pollMs: 0 })
  return { said, looks }
}

test('a cluster starts once its replicas follow, and after two minutes without them, and says which do not', async () => {
  const states = fc.array(fc.array(member, { maxLength: 3 }), { minLength: 1, maxLength: 15 })
  await fc.assert(
    fc.asyncProperty(states, fc.boolean(), async (before, recovers) => {
      const all = recovers ? [...before, WHOLE] : before
      const at = all.findIndex((members) => isWhole(members))
      const { said, looks } = await wait(all)
      if (at >= 0 && at < 12) {
        expect([said, looks]).toEqual([[], at + 1])
        return
      }
      expect(looks).toBe(12)
      expect(said).toEqual([expect.stringContaining('docs/how-to/operate.md#replicamissing')])
      for (const { name, role, state } of all[Math.min(12, all.length) - 1] ?? [])
        expect(said[0]).toContain(`${name} ${role} ${state}`)
    }),
  )
})

test('a start that is given up waits for no replica', async () => {
  const read = async () => []
  const settings = { say: () => expect.fail(), signal: AbortSignal.abort(), pollMs: 60_000 }
  await expect(untilWhole(read, settings)).rejects.toThrow('aborted')
})

test('a start that waits for a server says after two minutes which, and nothing where all are up before', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const said: string[] = []
  const wait = async (members: readonly Member[], forMs: number) => {
    using _note = noteLateServers(
      async () => members,
      (line) => said.push(line),
    )
    await vi.advanceTimersByTimeAsync(forMs)
  }
  await wait(WHOLE, 119_000)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(said).toEqual([])
  await wait(
    [
      { name: 'pg1', role: 'leader', state: 'running' },
      { name: 'pg3', role: 'replica', state: 'stopped' },
    ],
    121_000,
  )
  await wait([], 121_000)
  expect(said).toEqual([
    expect.stringContaining(
      '(pg1 leader running, pg3 replica stopped): where none is being created, docs/how-to/operate.md#',
    ),
    expect.stringContaining('(no Patroni answers)'),
  ])
})
