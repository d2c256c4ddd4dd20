import type { LiveMessage } from '@opal/contract/live'
import type { LiveState, LiveTopic } from '@opal/contract/live/live-client'
import { ROOM_OF_KIND } from '@opal/contract/live/room-of-kind'
import { createStore } from '../hooks/store.ts'

type Listener = (message: LiveMessage) => void

const listeners = new Map<string, { topic: LiveTopic; set: Set<Listener> }>()

/** The topics with listeners. The live connection joins and leaves rooms by them. */
export const liveTopics = createStore<readonly LiveTopic[]>([])

/** State of the live connection, and how far the index is behind the chain. */
export interface LiveStatus {
  readonly state: LiveState | 'paused'
  /** Seconds; 0 while it keeps up, null while it is unknown. */
  readonly behindSeconds: number | null
  /** Last ledger version that is indexed; null while it is unknown. */
  readonly version: string | null
}
/** State of the live connection. Written by `features/live`. */
export const liveStatus = createStore<LiveStatus>({ state: 'connecting', behindSeconds: null, version: null })

/** Returns the key of a topic; equal topics have equal keys. */
export function topicKey(topic: LiveTopic): string {
  return 'room' in topic ? topic.room : topic.collectionId
}

/** Subscribes to a topic; each message is delivered once. @returns a function that unsubscribes. */
export function listenLive(topic: LiveTopic, listener: Listener): () => void {
  const key = topicKey(topic)
  const entry = listeners.get(key) ?? { topic, set: new Set<Listener>() }
  listeners.set(key, entry)
  entry.set.add(listener)
  publishTopics()
  return () => {
    entry.set.delete(listener)
    if (entry.set.size === 0 && listeners.get(key) === entry) listeners.delete(key)
    publishTopics()
  }
}

/** Delivers a message to the listeners of its room and of its collection. */
export function deliverLive(message: LiveMessage): void {
  const keys = [ROOM_OF_KIND[message.kind], message.collectionId]
  const delivered = new Set<Listener>()
  for (const key of keys) {
    for (const listener of key === null ? [] : (listeners.get(key)?.set ?? [])) {
      if (delivered.has(listener)) continue
      delivered.add(listener)
      listener(message)
    }
  }
}

function publishTopics(): void {
  liveTopics.set([...listeners.values()].map(({ topic }) => topic))
}
