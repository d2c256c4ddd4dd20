import type { LiveMessage } from '@opal/contract/live'
import { useEffect, useRef } from 'react'
import { type LiveTopic, listenLive, topicKey } from './live-bus.ts'

/** Hears a topic's messages while the component is there. */
export function useLive(topic: LiveTopic, onMessage: (message: LiveMessage) => void): void {
  const latest = useRef(onMessage)
  latest.current = onMessage
  const key = topicKey(topic)
  const isRoom = 'room' in topic
  // biome-ignore lint/correctness/useExhaustiveDependencies: the topic's key stands for the topic.
  useEffect(() => listenLive(topic, (message) => latest.current(message)), [key, isRoom])
}
