import { afterEach, beforeEach, vi } from 'vitest'
import type { LiveMessage } from '../../live.ts'
import { LiveClient, type LiveSocket, type LiveState, type LiveTopic } from '../live-client.ts'
import { ScriptedLiveServer, ScriptedSocket } from './scripted-live-server.ts'

export const [HERE, THERE] = ['c', 'd'].map((digit) => `0x${digit.repeat(64)}`) as [string, string]
/** Two heartbeats and a half, the check that finds it, and what was on its way. */
export const MAX_DEAF_MS = 12_500 + 1_000 + 100
/** A newly wanted room's grace, and the check that ends it. */
export const MAX_JOINING_MS = 2_000 + 1_000 + 100

/** Returns the message of a floor that changed. */
export const floor = (collectionId = HERE) => ({ kind: 'floor_change' as const, collectionId })

/** Lets tests set the clock. Called where a file begins. */
export function fakeTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  })
  afterEach(() => void vi.useRealTimers())
}

/** A page that follows a server. */
export class LivePage implements Disposable {
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
