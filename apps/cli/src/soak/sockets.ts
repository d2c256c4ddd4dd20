import { openLiveClient } from '@opal/bench/live/live-client'

/** Sockets opened at a time. */
const BATCH = 50

/** Sockets of a soak. They end with the cluster. */
export interface SoakSockets {
  /** Messages received by all of them since the start. */
  readonly messages: number
  /** Sockets that the cluster has closed. */
  readonly closed: number
}

/**
 * Opens sockets, each of a client at an address of its own and in the room of one collection, in turn.
 * @throws Error when one is refused.
 */
export async function openSockets(
  origin: string,
  collections: readonly string[],
  count: number,
  addressOf: (client: number) => string,
): Promise<SoakSockets> {
  const counts = { messages: 0, closed: 0 }
  const open = (client: number) =>
    openLiveClient({
      origin,
      collectionId: collections[client % collections.length] ?? '',
      forwardedFor: addressOf(client),
      onMessage: () => {
        counts.messages += 1
      },
      onError: () => {
        counts.closed += 1
      },
    })
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first)
    await Promise.all(Array.from({ length: size }, (_, at) => open(first + at)))
  }
  return counts
}
