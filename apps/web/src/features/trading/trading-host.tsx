import { lazy, Suspense, useEffect } from 'react'
import type { ChainNode } from '../../lib/chain-node.ts'
import { useStore } from '../../lib/store.ts'
import { tradeRequest } from '../../lib/trade-request.ts'
import { useConnectFirst } from '../../lib/use-connect-first.ts'
import { walletSession } from '../../lib/wallet-session.ts'
import { openTrades, trades } from './pending-trades.ts'
import { useFollowedTrades } from './use-followed-trades.ts'

const TradeDialog = lazy(() => import('./trade-dialog.tsx'))
const TradeTray = lazy(() => import('./trade-tray.tsx'))

/** Shows the trading dialog that was asked for, and the tray of what is under way. */
export function TradingHost({ node }: { node: ChainNode }) {
  const request = useStore(tradeRequest)
  const { address } = useStore(walletSession)
  const pending = useStore(trades)
  useEffect(openTrades, [])
  useFollowedTrades(node)
  useConnectFirst(request !== null && address === null, () => tradeRequest.set(null))
  return (
    <Suspense fallback={null}>
      {request !== null && address !== null && (
        <TradeDialog
          key={`${request.kind} ${request.token.tokenDataId} ${address}`}
          request={request}
          walletAddress={address}
          onClose={() => tradeRequest.set(null)}
        />
      )}
      {pending.length > 0 && <TradeTray />}
    </Suspense>
  )
}
