import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useThrottled } from '../../../shared/hooks/use-throttled.ts'
import { refetchAfterChange } from '../../../shared/realtime/refetch.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { PORTFOLIO_KEY } from '../portfolio-query.ts'

/** Least time between two refetches. */
const EVERY_MS = 1_000
/** Delay that joins the events of one transaction. */
const REST_MS = 100

/** Refetches the summaries of several wallets after their live activity. */
export function useLiveWallets(wallets: readonly string[]): void {
  const queryClient = useQueryClient()
  const waiting = useRef(new Set<string>())
  const readSoon = useThrottled(
    () => {
      for (const wallet of waiting.current)
        void refetchAfterChange(queryClient, { queryKey: [PORTFOLIO_KEY, wallet, 'summary'] })
      waiting.current.clear()
    },
    REST_MS,
    EVERY_MS,
  )
  useLive({ room: 'activity_room' }, (message) => {
    if (message.kind !== 'activity') return
    const { from, to } = message.activity
    for (const wallet of wallets) if (wallet === from || wallet === to) waiting.current.add(wallet)
    if (waiting.current.size > 0) readSoon()
  })
}
