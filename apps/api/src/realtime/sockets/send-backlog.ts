/** A connection of Socket.IO's engine, as far as its outgoing packets are concerned. */
export interface SendingConnection {
  /** The transport of now; of a WebSocket it holds the socket. */
  readonly transport?: object
  on(event: 'packetCreate', listener: (packet: { readonly data?: unknown }) => void): unknown
  on(event: 'flush', listener: () => void): unknown
  close(discard: boolean): unknown
}

/** Packets and characters that may wait for one connection: two batches of the change feed in every room of the market. */
const MAX_PACKETS = 1_000
const MAX_CHARACTERS = 1_000_000
/** Heartbeats in a row at which nothing that waited has been taken. */
const MAX_STALLED_HEARTBEATS = 3

/**
 * Ends a connection now, and with it everything that waits for it: a close that waits for the client's consent would hold it for
 * another half a minute.
 */
export function hangUp(connection: Pick<SendingConnection, 'transport' | 'close'>): void {
  const { socket } = (connection.transport ?? {}) as { readonly socket?: { terminate?(): void } }
  connection.close(true)
  socket?.terminate?.()
}

/**
 * Bounds what waits for connections that are read slowly or not at all: packets, characters and stalled heartbeats of each. A client
 * whose connection was closed reconnects and fetches what it missed.
 */
export class SendBacklogs {
  readonly #waiting = new WeakMap<object, { packets: number; characters: number; stalledHeartbeats: number }>()

  /** Counts what waits for a connection, and hangs up when it is too much. */
  watch(connection: SendingConnection): void {
    const waiting = { packets: 0, characters: 0, stalledHeartbeats: 0 }
    this.#waiting.set(connection, waiting)
    connection.on('packetCreate', ({ data }) => {
      waiting.packets += 1
      waiting.characters += typeof data === 'string' ? data.length : 0
      if (waiting.packets > MAX_PACKETS || waiting.characters > MAX_CHARACTERS) hangUp(connection)
    })
    connection.on('flush', () => {
      Object.assign(waiting, { packets: 0, characters: 0, stalledHeartbeats: 0 })
    })
  }

  /**
   * Returns whether a connection may be sent a heartbeat: not while something older waits for it. Call it once per heartbeat; it
   * hangs up on a connection that takes nothing for some of them.
   */
  admitsHeartbeat(connection: SendingConnection): boolean {
    const waiting = this.#waiting.get(connection)
    if (waiting === undefined || waiting.packets === 0) return true
    waiting.stalledHeartbeats += 1
    if (waiting.stalledHeartbeats > MAX_STALLED_HEARTBEATS) hangUp(connection)
    // Packets of this tick of the event loop are still queued.
    return waiting.stalledHeartbeats === 1
  }
}
