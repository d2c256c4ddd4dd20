import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { readAnew } from '../../lib/read-anew.ts'
import { useLive } from '../../lib/use-live.ts'
import { addMint } from './add-mint.ts'
import { MINTING_KEY, type MintingPage } from './minting-query.ts'

/** Counts mints as they happen. One of a collection that is not in the list asks for the list again. */
export function useLiveMinting(): void {
  const queryClient = useQueryClient()
  useLive({ room: 'activity_room' }, (message) => {
    if (message.kind !== 'activity' || message.activity.kind !== 'mint') return
    const before = queryClient.getQueryData<InfiniteData<MintingPage>>(MINTING_KEY)
    if (before === undefined) return
    const known = before.pages.some(({ data }) =>
      data.some(({ collection }) => collection.collectionId === message.activity.collectionId),
    )
    if (known) queryClient.setQueryData(MINTING_KEY, addMint(before, message.activity))
    else void readAnew(queryClient, { queryKey: MINTING_KEY })
  })
}
