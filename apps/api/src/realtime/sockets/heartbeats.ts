import { setImmediate } from 'node:timers/promises'
import type { ChangeRelay } from '../change-relay.ts'

/** Heartbeats sent before messages get a turn. */
const HEARTBEATS_PER_TURN = 50

/** Receivers of heartbeats, and how they are sent. */
interface Heartbeats<Receiver> {
  readonly relay: Pick<ChangeRelay, 'wake'>
  readonly sockets: () => readonly Receiver[]
  readonly send: (socket: Receiver) => void
  /** Called with an error, which ends its beat only. */
  readonly onError: (error: unknown) => void
  readonly everyMs: number
}

/**
 * Sends a heartbeat to every socket with rooms, on the same path as messages: it names the rooms, so that its client notices one in
 * which the socket is not. None is sent while the store cannot be read: its absence means that messages are missing too.
 */
export function startHeartbeats<Receiver>({
  relay,
  sockets,
  send,
  onError,
  everyMs,
}: Heartbeats<Receiver>): Disposable {
  let isBeating = false
  const beat = async (): Promise<void> => {
    if (isBeating) return
    isBeating = true
    try {
      if (!(await relay.wake())) return
      for (const [at, socket] of sockets().entries()) {
        send(socket)
        // Messages are not held up by the heartbeats of many sockets.
        if (at % HEARTBEATS_PER_TURN === 0) await setImmediate()
      }
    } catch (error) {
      onError(error)
    } finally {
      isBeating = false
    }
  }
  const timer = setInterval(() => void beat(), everyMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
