import { lazy, Suspense, useEffect, useState } from 'react'
import type { ChainNode } from '../../lib/chain-node.ts'
import { useStore } from '../../lib/store.ts'
import { tradeRequest } from '../../lib/trade-request.ts'
import { connectDialog, walletSession } from '../../lib/wallet-session.ts'
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
  useConnectFirst(request !== null && address === null)
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

/** A trade without a wallet leads through the connect dialog; closing that gives the trade up. */
function useConnectFirst(needed: boolean): void {
  const connecting = useStore(connectDialog)
  const [led, setLed] = useState(false)
  useEffect(() => {
    if (needed && !led) {
      setLed(true)
      connectDialog.set(true)
    } else if (needed && led && !connecting) {
      setLed(false)
      tradeRequest.set(null)
    } else if (!needed && led) {
      setLed(false)
    }
  }, [needed, led, connecting])
}
