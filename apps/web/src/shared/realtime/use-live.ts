import type { LiveMessage } from '@opal/contract/live'
import type { LiveTopic } from '@opal/contract/live/live-client'
import { useEffect, useRef } from 'react'
import { listenLive, topicKey } from './live-bus.ts'

/** Subscribes to a topic while the component is mounted. */
export function useLive(topic: LiveTopic, onMessage: (message: LiveMessage) => void): void {
  const latest = useRef(onMessage)
  latest.current = onMessage
  const key = topicKey(topic)
  const isRoom = 'room' in topic
  // biome-ignore lint/correctness/useExhaustiveDependencies: the topic's key identifies the topic.
  useEffect(() => listenLive(topic, (message) => latest.current(message)), [key, isRoom])
}
