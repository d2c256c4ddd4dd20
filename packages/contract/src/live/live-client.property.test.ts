import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { LiveTopic } from './live-client.ts'
import { fakeTimers, floor, HERE, LivePage, MAX_DEAF_MS, MAX_JOINING_MS, THERE } from './testing/live-page.ts'

fakeTimers()

/** Of those that are always wanted, one room alone is sent it. */
const BID_HERE = { kind: 'bid_change' as const, collectionId: HERE }

/** One step of a scenario; `pass` says how it continues. */
type Step =
  | { readonly do: 'append'; readonly count: number; readonly message: ReturnType<typeof floor> | typeof BID_HERE }
  | { readonly do: 'cut' | 'dismiss' | 'forgetRoom' | 'mute' | 'reopen' }
  | { readonly do: 'restart'; readonly downMs: number; readonly deafMs: number }
  | { readonly do: 'storeAway'; readonly ms: number }
  | { readonly do: 'want'; readonly topics: readonly LiveTopic[] }
  | { readonly do: 'pass'; readonly ms: number }

const ALWAYS: readonly LiveTopic[] = [{ collectionId: HERE }, { room: 'floor_room' }]
const ms = fc.integer({ min: 1, max: 30_000 })
const message = fc.constantFrom(floor(HERE), floor(THERE), BID_HERE)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 9 }), message }),
  fc.record({ do: fc.constantFrom('cut', 'dismiss', 'forgetRoom', 'mute', 'reopen') }),
  fc.record({ do: fc.constant('restart' as const), downMs: ms, deafMs: ms }),
  fc.record({ do: fc.constant('storeAway' as const), ms }),
  fc.record({
    do: fc.constant('want' as const),
    topics: fc.subarray<LiveTopic>([{ collectionId: THERE }, { room: 'bid_room' }]),
  }),
  fc.record({ do: fc.constant('pass' as const), ms }),
)

class StepCommand implements fc.AsyncCommand<object, LivePage> {
  readonly #step: Step
  constructor(step: Step) {
    this.#step = step
  }

  check(): boolean {
    return true
  }

  async run(_model: object, page: LivePage): Promise<void> {
    await take(page, this.#step)
    expectTruth(page)
  }

  toString(): string {
    return JSON.stringify(this.#step)
  }
}

async function take(page: LivePage, step: Step): Promise<void> {
  const { server, socket } = page
  const look = (): void => expectTruth(page)
  switch (step.do) {
    case 'append':
      for (let each = 0; each < step.count; each++) server.append(step.message)
      return
    case 'cut':
      return void socket.connection?.cut()
    case 'dismiss':
      return void socket.connection?.dismiss()
    case 'forgetRoom':
      page.wasForgotten = true
      return void socket.connection?.rooms.delete(HERE)
    case 'mute':
      if (socket.connection !== null) socket.connection.isMuted = true
      return
    case 'reopen':
      return void socket.disconnect().connect()
    case 'want':
      return page.want([...ALWAYS, ...step.topics])
    case 'storeAway':
      server.isStoreAway = true
      await page.pass(step.ms, look)
      server.isStoreAway = false
      return
    case 'restart':
      server.goDown()
      await page.pass(step.downMs, look)
      server.isDeaf = true
      server.comeUp()
      await page.pass(step.deafMs, look)
      server.isDeaf = false
      return
    case 'pass':
      return page.pass(step.ms, look)
  }
}

/** Checks the invariants of every moment. */
function expectTruth({ state, deafSince, wantedAt, wasForgotten, socket, server, ids }: LivePage): void {
  const now = Date.now()
  const once = [...new Set(ids)].map(Number)
  expect(ids.map(Number)).toEqual(wasForgotten ? once : once.toSorted((a, b) => a - b))
  if (state !== 'live') return
  expect(socket.connected && server.isUp).toBe(true)
  if (deafSince !== null) expect(now - deafSince).toBeLessThanOrEqual(MAX_DEAF_MS)
  if (socket.connection?.isDeaf) expect(now - wantedAt).toBeLessThanOrEqual(MAX_JOINING_MS)
}

// @feature shell.live-chip, shell.live-gap, shell.live-rejoin
it('leaves no room deaf while it says live, loses nothing and doubles nothing, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([step.map((each) => new StepCommand(each))], { maxCommands: 25 }),
      async (commands) => {
        vi.setSystemTime(0)
        using page = new LivePage()
        page.want(ALWAYS)
        await fc.asyncModelRun(() => ({ model: {}, real: page }), commands)
        await page.pass(60_000)
        expect(page.state).toBe('live')
        page.server.append(floor())
        await page.pass(500)
        expect(page.ids.map(Number).toSorted((a, b) => a - b)).toEqual(page.server.feed.map(({ id }) => Number(id)))
      },
    ),
    { numRuns: runs(40, 2_000) },
  )
})
