import type { Activity } from '@opal/contract/activities'
import type { MintingCollection } from '@opal/contract/collections/mints'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../shared/realtime/use-paced-refetch.ts'
import { MINTS_KEY, type MintsPage } from './mints-query.ts'

/** Counts live mints; refetches the list for a mint of a collection that is not in it. */
export function useLiveMints(): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(() => refetchQueries(queryClient, { queryKey: MINTS_KEY }))
  useLive({ room: 'activity_room' }, (message) => {
    if (message.kind !== 'activity' || message.activity.kind !== 'mint') return
    const before = queryClient.getQueryData<InfiniteData<MintsPage>>(MINTS_KEY)
    if (before === undefined) return
    const known = before.pages.some(({ data }) =>
      data.some(({ collection }) => collection.collectionId === message.activity.collectionId),
    )
    if (known) queryClient.setQueryData(MINTS_KEY, addMint(before, message.activity))
    else refetch()
  })
}

/**
 * Returns the list with a live mint counted, its collection first. The same list when the collection is not in it, or already
 * includes the mint.
 */
export function addMint(list: InfiniteData<MintsPage>, mint: Activity): InfiniteData<MintsPage> {
  const rows = list.pages.flatMap((page) => page.data)
  const row = rows.find(({ collection }) => collection.collectionId === mint.collectionId)
  const [first, ...rest] = list.pages
  if (row === undefined || first === undefined || BigInt(row.collection.version) >= BigInt(mint.version)) return list
  const without = (page: MintsPage) => ({ ...page, data: page.data.filter((one) => one !== row) })
  return { ...list, pages: [{ ...first, data: [counted(row, mint), ...without(first).data] }, ...rest.map(without)] }
}

function counted(row: MintingCollection, mint: Activity): MintingCollection {
  const items = BigInt(mint.amount ?? '1')
  const minted = BigInt(row.minted) + items
  return {
    ...row,
    minted: String(minted),
    mintedToday: String(BigInt(row.mintedToday) + 1n),
    lastMintMicros: mint.atMicros,
    isMinting: row.maxSupply === null || minted < BigInt(row.maxSupply),
  }
}
