import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { commandRequest, finishCommand, openTrade, useCommand } from '../../app/commands.ts'
import { useSite } from '../../app/site.tsx'
import type { Traded, TradeOutcome, TradeRequest } from '../../entities/order/trade-request.ts'
import type { ChainNode } from '../../entities/wallet/chain-node.ts'
import { useConnectFirst } from '../../entities/wallet/use-connect-first.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { lazyDialog } from '../../shared/components/lazy/lazy-dialog.tsx'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { useStore } from '../../shared/hooks/store.ts'
import { useClosedWithPage } from '../../shared/hooks/use-closed-with-page.ts'
import { openTrades, trades } from './confirmation/pending-trades.ts'
import { onSettled } from './confirmation/settled-listeners.ts'
import { useFollowedTrades } from './confirmation/use-followed-trades.ts'
import { isAwaitedHere } from './confirmation/wallet-request-lock.ts'
import { RecipientNodeContext } from './ending/recipient-node.ts'

const TradeDialog = lazyDialog(
  () => import('./trade-dialog.tsx'),
  ({ onClose }) => onClose(),
)
const TradeTray = lazyPart(() => import('./confirmation/trade-tray.tsx'))

/** Handles `openTrade`: shows the trading dialog, and the tray of pending trades. */
export function TradingHost({ node }: { node: ChainNode }) {
  const offerWithdrawal = useWithdrawalOffer()
  const request = useCommand('openTrade')
  const { address } = useStore(walletSession)
  const pending = useStore(trades)
  /** The request whose transaction was sent: closing its dialog does not settle it. */
  const sent = useRef<TradeRequest | null>(null)
  useEffect(openTrades, [])
  useFollowedTrades(node)
  /** A request whose trade is confirmed while its dialog is open, and the wallet that signed it. */
  const confirmed = useRef<Confirmed | null>(null)
  const giveUp = () => {
    finishCommand('openTrade')
    if (request !== null && sent.current !== request) request.onSettled?.('closed', { tokenDataIds: [], bids: [] })
  }
  const close = () => {
    giveUp()
    if (confirmed.current !== null && confirmed.current.request === request) openNext(confirmed.current)
  }
  const settle = (outcome: TradeOutcome, traded: Traded) => {
    request?.onSettled?.(outcome, traded)
    if (outcome !== 'confirmed' || request === null) return
    if (address !== null) offerWithdrawal(request, traded, address)
    const open = commandRequest('openTrade')
    if (open === request) confirmed.current = { request, signer: address }
    // Its dialog was closed before. A dialog that is open now is not replaced.
    else if (open === null) openNext({ request, signer: address })
  }
  useConnectFirst(request !== null && address === null, close)
  const isOvertaken = useIsOvertaken(
    request,
    address,
    () => sent.current === request || pending.some(({ id, state }) => state === 'asking' && isAwaitedHere(id)),
  )
  /** Further transactions follow by themselves: closing the dialog would end them. */
  const [isRunning, setRunning] = useState(false)
  // The tray follows what the wallet was asked for.
  const isLeft = useClosedWithPage(request, giveUp, isRunning)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is recreated with every request.
  useEffect(() => {
    if (isOvertaken) giveUp()
  }, [isOvertaken])
  const isOpen = request !== null && address !== null && !isOvertaken && !isLeft
  return (
    <RecipientNodeContext value={node}>
      <Suspense fallback={null}>
        {isOpen && (
          <TradeDialog
            // Another wallet is another trade.
            key={`${keyOf(request)} ${address}`}
            request={request}
            walletAddress={address}
            onSubmitted={(tradeId) => {
              sent.current = request
              const { tokenDataIds = [], bids = [] } = trades.get().find(({ id }) => id === tradeId) ?? {}
              onSettled(tradeId, (outcome) => settle(outcome, { tokenDataIds, bids }))
            }}
            onRunning={setRunning}
            onClose={close}
          />
        )}
      </Suspense>
      {/* A boundary of its own: loading the tray must not hide an open dialog, whose focus trap would then fight the one below. */}
      <Suspense fallback={null}>{pending.length > 0 && <TradeTray isHidden={isOpen} />}</Suspense>
    </RecipientNodeContext>
  )
}

/** Returns a function that offers to withdraw from the bid pool after a confirmed trade that canceled one of its bids. */
function useWithdrawalOffer() {
  const { api } = useSite()
  const queryClient = useQueryClient()
  return (request: TradeRequest, traded: Traded, wallet: string): void => {
    if (request.kind !== 'cancel-bid' && request.kind !== 'prepared') return
    // A message that cannot be loaded is left out.
    void import('./confirmation/offer-withdrawal.ts').then(
      ({ cancelsPoolBid, offerWithdrawal }) => {
        if (cancelsPoolBid(request, traded)) return offerWithdrawal(api, queryClient, wallet)
      },
      () => {},
    )
  }
}

interface Confirmed {
  readonly request: TradeRequest
  readonly signer: string | null
}

/** Opens the request that follows a confirmed one; not for another wallet, which has not asked for it. */
function openNext({ request: { next }, signer }: Confirmed): void {
  if (next !== undefined && walletSession.get().address === signer) openTrade(next)
}

/**
 * Returns whether the wallet changed its account after the dialog was opened, while the previous account was asked or has signed.
 * That trade continues in the tray only: the new account has not requested it.
 */
function useIsOvertaken(request: TradeRequest | null, address: string | null, isUnderWay: () => boolean): boolean {
  const opened = useRef<{ readonly request: TradeRequest | null; readonly address: string | null } | null>(null)
  const isOther = opened.current?.request === request && opened.current.address !== address
  if (isOther && request !== null && isUnderWay()) return true
  opened.current = { request, address }
  return false
}

const keys = new WeakMap<TradeRequest, number>()
let lastKey = 0

/** Returns a unique key per request, also for equal ones. */
function keyOf(request: TradeRequest): number {
  const known = keys.get(request)
  if (known !== undefined) return known
  lastKey += 1
  keys.set(request, lastKey)
  return lastKey
}
