import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveMessage } from '../live.ts'
import { LiveClient, type LiveSocket, type LiveState, type LiveTopic } from './live-client.ts'
import { ScriptedLiveServer, ScriptedSocket } from './testing/scripted-live-server.ts'

const [HERE, THERE] = ['c', 'd'].map((digit) => `0x${digit.repeat(64)}`) as [string, string]
/** Two heartbeats and a half, the check that finds it, and what was on its way. */
const MAX_DEAF_MS = 12_500 + 1_000 + 100
/** A newly wanted room's grace, and the check that ends it. */
const MAX_JOINING_MS = 2_000 + 1_000 + 100

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => void vi.useRealTimers())

/** A page that follows a server. */
class Page implements Disposable {
  readonly server = new ScriptedLiveServer()
  readonly socket = new ScriptedSocket(this.server)
  readonly delivered: LiveMessage[] = []
  readonly states: LiveState[] = []
  readonly client: LiveClient
  wanted: readonly LiveTopic[] = []
  wantedAt = 0
  /** The server left us out of a room once, unknown to us. */
  wasForgotten = false
  /** Time since which the server has sent nothing of a wanted room, or could not send. */
  deafSince: number | null = null

  constructor(sinceVersion: string | null = '0') {
    this.client = new LiveClient({
      socket: this.socket as unknown as LiveSocket,
      sinceVersion,
      fetchSince: (place) => this.server.fetchSince(place),
      deliver: (message) => this.delivered.push(message),
      onState: (state) => this.states.push(state),
      random: () => 0.5,
    })
  }

  get state(): LiveState {
    return this.states.at(-1) ?? 'connecting'
  }

  get ids(): readonly string[] {
    return this.delivered.map(({ id }) => id)
  }

  want(topics: readonly LiveTopic[]): void {
    this.wanted = topics
    this.wantedAt = Date.now()
    this.client.want(topics)
  }

  async pass(ms: number, look: () => void = () => undefined): Promise<void> {
    for (let left = ms; left > 0; left -= 250) {
      await vi.advanceTimersByTimeAsync(Math.min(left, 250))
      this.deafSince = this.#isDeaf() ? (this.deafSince ?? Date.now()) : null
      look()
    }
  }

  #isDeaf(): boolean {
    const rooms = this.socket.connection?.rooms ?? new Set()
    const isIn = this.wanted.every((topic) => rooms.has('room' in topic ? topic.room : topic.collectionId))
    const isSilent = this.socket.connection?.isMuted === true || this.server.isStoreAway || !this.server.isUp
    return !isIn || isSilent
  }

  [Symbol.dispose](): void {
    this.client[Symbol.dispose]()
    this.server[Symbol.dispose]()
  }
}

const floor = (collectionId = HERE) => ({ kind: 'floor_change' as const, collectionId })
/** Of those that are always wanted, one room alone is sent it. */
const BID_HERE = { kind: 'bid_change' as const, collectionId: HERE }

// @feature shell.live-rooms, shell.live-gap
describe('LiveClient', () => {
  it('is live once every room is acknowledged and what happened since the page was made has been fetched', async () => {
    using page = new Page('2')
    for (let each = 0; each < 4; each++) page.server.append(floor())
    page.want([{ collectionId: HERE }, { room: 'bid_room' }])
    await page.pass(900)
    expect([page.state, page.ids]).toEqual(['connecting', []])
    await page.pass(500)
    expect([page.state, page.ids]).toEqual(['live', ['3', '4']])
    page.server.append(floor())
    await page.pass(500)
    expect(page.ids).toEqual(['3', '4', '5'])
  })

  it('asks for nothing from before it joined when no version is known', async () => {
    using page = new Page(null)
    for (let each = 0; each < 9; each++) page.server.append(floor())
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    page.server.append(floor())
    await page.pass(500)
    expect([page.state, page.ids]).toEqual(['live', ['10']])
  })

  it('never says live on a connection that acknowledges nothing, and opens another', async () => {
    using page = new Page()
    page.server.isDeaf = true
    page.want([{ collectionId: HERE }])
    await page.pass(11_500)
    expect(page.states).toEqual(['reconnecting'])
    page.server.isDeaf = false
    page.server.append(floor())
    await page.pass(5_000)
    expect([page.state, page.ids]).toEqual(['live', ['1']])
  })

  it('says that it is not live when one room of several falls silent, and gets its messages', async () => {
    using page = new Page()
    page.want([{ collectionId: HERE }, { room: 'bid_room' }])
    await page.pass(3_000)
    page.socket.connection?.rooms.delete(HERE)
    page.server.append(floor())
    page.server.append({ kind: 'bid_change', collectionId: THERE })
    await page.pass(MAX_DEAF_MS + 6_000)
    expect(page.states).toEqual(['live', 'reconnecting', 'live'])
    expect([page.state, page.ids]).toEqual(['live', ['2', '1']])
  })

  it('opens another connection when one acknowledges every room again and sends nothing, and is not live until then', async () => {
    using page = new Page()
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    const first = page.socket.connection
    if (first !== null) first.isMuted = true
    page.server.append(floor())
    await page.pass(MAX_DEAF_MS + 1_000)
    expect([page.state, page.ids, page.socket.connection === first]).toEqual(['reconnecting', ['1'], true])
    await page.pass(MAX_DEAF_MS + 10_000, () => {
      if (page.socket.connection === first) expect(page.state).toBe('reconnecting')
    })
    page.server.append(floor())
    await page.pass(500)
    expect([page.states, page.ids]).toEqual([
      ['live', 'reconnecting', 'live'],
      ['1', '2'],
    ])
    expect(page.socket.connection).not.toBe(first)
  })

  it('is not live while the server cannot read its store, and soon after it can', async () => {
    using page = new Page()
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    page.server.isStoreAway = true
    await page.pass(60_000)
    expect(page.state).toBe('reconnecting')
    page.server.append(floor())
    page.server.isStoreAway = false
    await page.pass(15_000)
    expect([page.state, page.ids]).toEqual(['live', ['1']])
  })

  it('stays live while a page that was just opened joins its room', async () => {
    using page = new Page()
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    page.want([{ collectionId: THERE }])
    await page.pass(3_000)
    expect(page.states).toEqual(['live'])
  })

  it('retries a failed back-fill, and holds back messages until then', async () => {
    using page = new Page('0')
    page.server.append(floor())
    const fetchSince = vi.spyOn(page.server, 'fetchSince').mockRejectedValue(new Error('unreachable'))
    page.want([{ collectionId: HERE }])
    await page.pass(3_000)
    page.server.append(floor())
    await page.pass(3_000)
    expect([page.state, page.ids]).toEqual(['connecting', []])
    fetchSince.mockRestore()
    await page.pass(10_000)
    expect([page.state, page.ids]).toEqual(['live', ['1', '2']])
  })
})

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

class StepCommand implements fc.AsyncCommand<object, Page> {
  readonly #step: Step
  constructor(step: Step) {
    this.#step = step
  }

  check(): boolean {
    return true
  }

  async run(_model: object, page: Page): Promise<void> {
    await take(page, this.#step)
    expectTruth(page)
  }

  toString(): string {
    return JSON.stringify(this.#step)
  }
}

async function take(page: Page, step: Step): Promise<void> {
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
function expectTruth({ state, deafSince, wantedAt, wasForgotten, socket, server, ids }: Page): void {
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
        using page = new Page()
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
