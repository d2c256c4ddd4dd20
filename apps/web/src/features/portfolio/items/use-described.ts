import type { PortfolioToken } from '@opal/contract/portfolio'
import { useEffect, useRef } from 'react'
import { listenLive } from '../../../shared/realtime/live-bus.ts'

/** Most rooms that are joined. */
const MAX_ROOMS = 10

/**
 * Reports collections whose tokens have been described, while an item of theirs has no image: a token's metadata comes after it was minted, and
 * only the room of its collection says when.
 */
export function useDescribed(items: readonly PortfolioToken[], onDescribed: (collectionId: string) => void): void {
  const latest = useRef(onDescribed)
  latest.current = onDescribed
  const waiting = items.flatMap(({ image, collectionId }) => (image === null && collectionId ? [collectionId] : []))
  const rooms = [...new Set(waiting)].slice(0, MAX_ROOMS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal collections need the same rooms.
  useEffect(() => {
    const leave = rooms.map((collectionId) =>
      listenLive({ collectionId }, ({ kind }) => {
        if (kind === 'tokens_change') latest.current(collectionId)
      }),
    )
    return () => {
      for (const one of leave) one()
    }
  }, [rooms.toSorted().join(' ')])
}
