import type { ApiClient } from '@opal/contract/client'
import { showToast } from '@opal/ui/show-toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ChainNode } from '../../lib/chain-node.ts'
import { useSite } from '../../lib/site.tsx'
import { useStore } from '../../lib/store.ts'
import { walletActions } from '../../lib/wallet-session.ts'
import { followTrade } from './follow-trade.ts'
import { dismissTrade, isSettled, type Trade, trades, updateTrade } from './pending-trades.ts'
import { explainFailure, FAILURE_TOAST, TRADE_WORDS } from './trade-words.ts'

/** How long the tray keeps a trade that ended well, in milliseconds. Failures stay until they are closed. */
const CONFIRMED_SHOWN_MS = 8000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Follows every trade under way, those from before a reload too; reads everything anew when one is confirmed. */
export function useFollowedTrades(node: ChainNode): void {
  const { api } = useSite()
  const queryClient = useQueryClient()
  const all = useStore(trades)
  const followed = useRef(new Set<string>())
  const stop = useRef(new AbortController())

  useEffect(() => {
    stop.current = new AbortController()
    followed.current.clear()
    return () => stop.current.abort()
  }, [])

  useEffect(() => {
    for (const trade of all) {
      if (isSettled(trade) || followed.current.has(trade.hash)) continue
      followed.current.add(trade.hash)
      void follow(trade)
    }
    async function follow(trade: Trade) {
      const end = await followTrade(trade, {
        node,
        indexVersion: () => readIndexVersion(api),
        explain: explainFailure,
        update: (change) => updateTrade(trade.hash, change),
        now: Date.now,
        wait,
        signal: stop.current.signal,
      })
      if (end === 'confirmed') await queryClient.invalidateQueries()
      if (end === 'confirmed') await showToast(TRADE_WORDS[trade.kind].success)
      if (end === 'failed') await showToast(FAILURE_TOAST, 'error')
      await walletActions.get()?.refreshBalance()
      if (end !== 'confirmed') return
      await wait(CONFIRMED_SHOWN_MS)
      dismissTrade(trade.hash)
    }
  }, [all, api, node, queryClient])
}

/** Last ledger version in the index; null while it cannot be told. */
async function readIndexVersion(api: ApiClient): Promise<bigint | null> {
  const { getReadiness } = await import('@opal/contract/endpoints/get-readiness')
  const readiness = await api(getReadiness, {}).catch(() => null)
  return readiness === null || readiness.index.version === null ? null : BigInt(readiness.index.version)
}
