import type { ApiClient } from '@opal/contract/client'
import { showToast, type ToastLink } from '@opal/ui/feedback/show-toast'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { loadOnceUp } from '../../../app/failures/reload-on-missing-chunk.ts'
import { transactionUrl } from '../../../app/paths.ts'
import type { PublicConfig } from '../../../app/public-config.ts'
import { useSite } from '../../../app/site.tsx'
import { pendingBids } from '../../../entities/order/pending-bids.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import type { ChainNode } from '../../../entities/wallet/chain-node.ts'
import { walletActions } from '../../../entities/wallet/wallet-session.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { isShownByDialog } from './dialog-trades.ts'
import { followTrade } from './follow-trade.ts'
import {
  dismissTrade,
  isInTray,
  isSettled,
  leaveUnanswered,
  mayStillCome,
  type Trade,
  trades,
  updateTrade,
} from './pending-trades.ts'
import { isSubmittedHere, notifySettled } from './settled-listeners.ts'
import { isAwaitedHere, untilNotAwaited } from './wallet-request-lock.ts'

/** Time for which a confirmed trade is stored, in milliseconds: an open dialog links its transaction. Failures stay until they are closed. */
const CONFIRMED_STORED_MS = 8000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Only when something is under way: the first page does without the table of failures. */
const load = () =>
  Promise.all([import('./explain-failure.ts'), import('../dialog/trade-labels.ts'), import('./take-bought.ts')])

/** Follows every pending trade, also from before a reload; refetches all queries when one is confirmed. */
export function useFollowedTrades(node: ChainNode): void {
  const { api, config } = useSite()
  const queryClient = useQueryClient()
  const all = useStore(trades)
  const followed = useRef(new Set<string>())
  /** Asked for by another page. */
  const watched = useRef(new Set<string>())
  const stop = useRef(new AbortController())

  useEffect(() => {
    stop.current = new AbortController()
    followed.current.clear()
    return () => stop.current.abort()
  }, [])

  useEffect(() => {
    const pending = all.filter((one) => !isSettled(one))
    pendingTokens.set(new Set(pending.flatMap((one) => one.tokenDataIds)))
    pendingBids.set(new Set(pending.flatMap((one) => one.bids ?? [])))
    for (const trade of all) {
      if (trade.state === 'asking') {
        if (!isAwaitedHere(trade.id) && !watched.current.has(trade.id)) {
          watched.current.add(trade.id)
          void untilNotAwaited(trade.id).then(() => leaveUnanswered(trade.id))
        }
        continue
      }
      if ((isSettled(trade) && !mayStillCome(trade)) || followed.current.has(trade.id)) continue
      followed.current.add(trade.id)
      const context = { api, config, node, queryClient, signal: stop.current.signal }
      // A trade whose module failed to load is retried with the next change.
      followToEnd(trade, context).catch(() => followed.current.delete(trade.id))
    }
  }, [all, api, config, node, queryClient])
}

interface FollowContext {
  readonly api: ApiClient
  readonly config: PublicConfig
  readonly node: ChainNode
  readonly queryClient: QueryClient
  /** Ends with the page. */
  readonly signal: AbortSignal
}

/** Follows a trade until it has ended and its end is shown; where the user stopped waiting, until it can no longer come. */
async function followToEnd(trade: Trade, context: FollowContext): Promise<void> {
  const { api, config, node, queryClient, signal } = context
  const [{ explainFailure }, { tradeStateLabel }, { takeBought }] = await loadOnceUp(load, window, signal)
  /** The user has stopped waiting, and may have closed the message that followed. */
  let isGivenUp = false
  const end = await followTrade(trade, {
    node,
    indexVersion: () => readIndexVersion(api),
    explain: (vmStatus) => explainFailure(trade, vmStatus),
    all: trades.get,
    // The page that submitted the trade shows its end, even if another one has recorded it as left.
    update: (change) => {
      if (change.state === 'lost') isGivenUp = isStoppedOrClosed(trade.id)
      updateTrade(trade.id, { ...change, ...(isSubmittedHere(trade.id) && { isLeft: false }) })
    },
    now: Date.now,
    wait,
    signal,
  })
  if (!isSettled({ state: end })) return
  if (trade.state === 'lost' && end === 'lost') return
  if (isGivenUp) return mayStillCome(latest(trade)) ? followToEnd(latest(trade), context) : undefined
  // Whether a lost trade failed is unknown, so the toast repeats the text of the tray.
  const failure = end === 'failed' ? trade.failure : tradeStateLabel(latest(trade))
  // Not awaited: the queries may take seconds, and the sweep bar would be blocked for as long.
  if (end === 'confirmed') void queryClient.invalidateQueries()
  // Without a delay, as the index has the trade already. A toast that fails to load delays nothing.
  await Promise.allSettled(
    end === 'confirmed'
      ? [
          !isShownByDialog(trade.id) && showToast(trade.success, 'success', transactionLink(config, latest(trade))),
          takeBought(api, queryClient, trade),
        ]
      : [showToast(failure, 'error')],
  )
  notifySettled(trade.id, end === 'confirmed' ? 'confirmed' : 'failed')
  await walletActions.get()?.refreshBalance()
  const given = latest(trade)
  if (mayStillCome(given)) return followToEnd(given, context)
  if (end !== 'confirmed') return
  await wait(CONFIRMED_STORED_MS)
  if (!isInTray(latest(trade))) dismissTrade(trade.id)
}

function isStoppedOrClosed(tradeId: string): boolean {
  const state = trades.get().find(({ id }) => id === tradeId)?.state
  return state === undefined || state === 'lost'
}

/** Returns where the toast of a trade leads: to its transaction. */
function transactionLink(config: PublicConfig, { hash }: Trade): ToastLink | undefined {
  return hash === null ? undefined : { label: 'Transaction', href: transactionUrl(config, hash) }
}

/** A trade as it is by now; as it was where it has been dismissed. */
function latest(trade: Trade): Trade {
  return trades.get().find(({ id }) => id === trade.id) ?? trade
}

/** Last ledger version in the index; null while it is unknown. */
async function readIndexVersion(api: ApiClient): Promise<bigint | null> {
  const { getReadiness } = await import('@opal/contract/network/health')
  const readiness = await api(getReadiness, {}).catch(() => null)
  return readiness === null || readiness.index.version === null ? null : BigInt(readiness.index.version)
}
