import type { Activity } from '@opal/contract/activities'
import type { MintingCollection } from '@opal/contract/mints'
import type { InfiniteData } from '@tanstack/react-query'
import type { MintingPage } from './minting-query.ts'

/**
 * The list with a mint that was just heard of counted in, its collection first. The same list when the collection is not
 * in it, or the mint is in its figures already.
 */
export function addMint(list: InfiniteData<MintingPage>, mint: Activity): InfiniteData<MintingPage> {
  const rows = list.pages.flatMap((page) => page.data)
  const row = rows.find(({ collection }) => collection.collectionId === mint.collectionId)
  const [first, ...rest] = list.pages
  if (row === undefined || first === undefined || BigInt(row.collection.version) >= BigInt(mint.version)) return list
  const without = (page: MintingPage) => ({ ...page, data: page.data.filter((one) => one !== row) })
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
