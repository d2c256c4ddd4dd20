import type { ApiClient } from '@opal/contract/client'
import { showToast } from '@opal/ui/feedback/show-toast'
import type { QueryClient } from '@tanstack/react-query'
import { openTrade } from '../../../app/commands.ts'
import { bidPoolQuery } from '../../../entities/order/bid-pool.ts'
import { bidKey, type NamedBid } from '../../../entities/order/pending-bids.ts'
import type { Traded, TradeRequest } from '../../../entities/order/trade-request.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { formatApt } from '../../../shared/format/apt.ts'

/** Returns whether a transaction has canceled a bid that the bid pool pays. */
export function cancelsPoolBid(request: TradeRequest, { bids }: Traded): boolean {
  return pooledBids(request).some((bid) => bids.includes(bidKey(bid)))
}

function pooledBids(request: TradeRequest): readonly NamedBid[] {
  if (request.kind === 'prepared') return request.prepared.pooledBids ?? []
  return request.kind === 'cancel-bid' ? request.bids.filter(({ isPooled }) => isPooled) : []
}

/**
 * Says what is left in a wallet's bid pool that backs no more bids, and offers to withdraw it. Says nothing where the pool cannot be
 * loaded, or another wallet is connected by then.
 */
export async function offerWithdrawal(api: ApiClient, queryClient: QueryClient, wallet: string): Promise<void> {
  const pool = await queryClient.fetchQuery({ ...bidPoolQuery(api, wallet), staleTime: 0 }).catch(() => null)
  if (pool === null || pool.bids > 0 || BigInt(pool.balance) <= 0n) return
  if (walletSession.get().address !== wallet) return
  const { balance } = pool
  await showToast(`Your bid pool still holds ${formatApt(balance, 'down')} APT`, 'info', {
    label: 'Withdraw',
    onPress: () => openTrade({ kind: 'pool-withdrawal', balance }),
  })
}
