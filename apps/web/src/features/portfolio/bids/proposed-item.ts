import type { BidItem } from '@opal/contract/bids'
import type { ApiClient } from '@opal/contract/client'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { useQuery } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { STALE } from '../../../app/loading/query-client.ts'
import { useSite } from '../../../app/site.tsx'
import { ownCostOf, ownCosts } from '../../../entities/token/own-costs.ts'
import { toOctas } from '../../../shared/format/apt.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useValueColumns } from '../../../shared/hooks/use-narrow.ts'

/** Requests for the items of a collection, a few at a time: a list of bids makes some for each of its collections. */
const limitRequests = pLimit(4)

/** The item that the sale into a bid on any of several proposes. */
export interface ProposedItem {
  readonly name: string
  /** What it cost its holder, own costs too; null where that is unknown. */
  readonly costOctas: bigint | null
}

/**
 * Returns the item that the sale into a bid on any of several proposes first, by whose sale the least is lost.
 * @returns null where the wallet holds none, or its items could not be loaded; undefined while they load, and where the window has no column for it.
 */
export function useProposedItem(
  wallet: string,
  bid: Pick<BidItem, 'collectionId' | 'setRoot'>,
): ProposedItem | null | undefined {
  const { api } = useSite()
  const isShown = useValueColumns()
  const { data: item, isError } = useQuery({ ...proposedItemQuery(api, wallet, bid), enabled: isShown })
  const own = useStore(ownCosts)
  if (item === undefined) return isError ? null : undefined
  return item && { name: item.name, costOctas: costOf(item, ownCostOf(own, wallet, item.tokenDataId)) }
}

/** Returns what one of an item cost. A cost covers all held copies, so that of one of several is unknown. */
function costOf({ held, costPrice }: PortfolioToken, ownCost: string | null): bigint | null {
  return held === '1' ? toOctas(costPrice ?? ownCost) : null
}

/** Returns the query of {@link useProposedItem}. Live messages do not fetch it again, since it is several calls for each bid. */
function proposedItemQuery(api: ApiClient, wallet: string, bid: Pick<BidItem, 'collectionId' | 'setRoot'>) {
  return {
    queryKey: ['proposed-item', wallet, bid.collectionId, bid.setRoot] as const,
    queryFn: () =>
      limitRequests(async () => {
        const { fetchItemsForBid } = await import('../fetch-items-for-bid.ts')
        const [first = null] = await fetchItemsForBid(api, wallet, bid)
        return first
      }),
    staleTime: STALE.metrics,
  }
}
