import { lazy, Suspense, useEffect, useRef } from 'react'
import type { ChainNode } from '../../lib/chain-node.ts'
import { useStore } from '../../lib/store.ts'
import { type TradeRequest, tradeRequest } from '../../lib/trade-request.ts'
import { useConnectFirst } from '../../lib/use-connect-first.ts'
import { walletSession } from '../../lib/wallet-session.ts'
import { openTrades, trades } from './pending-trades.ts'
import { onSettled } from './settled-listeners.ts'
import { useFollowedTrades } from './use-followed-trades.ts'

const TradeDialog = lazy(() => import('./trade-dialog.tsx'))
const TradeTray = lazy(() => import('./trade-tray.tsx'))

/** Shows the trading dialog that was asked for, and the tray of what is under way. */
export function TradingHost({ node }: { node: ChainNode }) {
  const request = useStore(tradeRequest)
  const { address } = useStore(walletSession)
  const pending = useStore(trades)
  /** The request whose transaction was sent: its end is told by the chain, not by closing. */
  const sent = useRef<TradeRequest | null>(null)
  useEffect(openTrades, [])
  useFollowedTrades(node)
  const close = () => {
    tradeRequest.set(null)
    if (request !== null && sent.current !== request) request.onSettled?.('closed')
  }
  useConnectFirst(request !== null && address === null, close)
  return (
    <Suspense fallback={null}>
      {request !== null && address !== null && (
        <TradeDialog
          // Another wallet is another trade.
          key={`${keyOf(request)} ${address}`}
          request={request}
          walletAddress={address}
          onSubmitted={(tradeId) => {
            sent.current = request
            if (request.onSettled !== undefined) onSettled(tradeId, request.onSettled)
          }}
          onClose={close}
        />
      )}
      {pending.length > 0 && <TradeTray />}
    </Suspense>
  )
}

const keys = new WeakMap<TradeRequest, number>()
let lastKey = 0

/** Each request has a dialog of its own, also when it is for the same as the one before. */
function keyOf(request: TradeRequest): number {
  const known = keys.get(request)
  if (known !== undefined) return known
  lastKey += 1
  keys.set(request, lastKey)
  return lastKey
}
