import { Button } from '@opal/ui/controls/button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { formatCount } from '../../../shared/format/number.ts'
import { reservedQuery } from '../tabs/tab-queries.ts'
import { useLiveReserved } from './use-live-reserved.ts'

/** Says how many listings only this wallet can buy, and leads to them; nothing where there are none. */
export default function ReservedNotice({ wallet, onOpen }: { wallet: string; onOpen(): void }) {
  const query = reservedQuery(useSite().api, wallet, null)
  const { data, hasNextPage } = useInfiniteQuery(query)
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  useLiveReserved(query.queryKey, wallet, rows)
  if (rows.length === 0) return null
  const count = `${formatCount(rows.length)}${hasNextPage ? '+' : ''}`
  return (
    <Button size="sm" onClick={onOpen}>
      {`${count} ${rows.length === 1 ? 'item' : 'items'} reserved for you`}
    </Button>
  )
}
