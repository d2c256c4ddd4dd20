import { Button } from '@opal/ui/controls/button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useSite } from '../../../app/site.tsx'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { formatCount } from '../../../shared/format/number.ts'
import { reservedQuery } from '../tabs/tab-queries.ts'
import styles from './reserved-notice.module.css'
import { useLiveReserved } from './use-live-reserved.ts'

export interface ReservedNoticeProps {
  wallet: string
  /** Counts those of one collection only; null for all. */
  collection: string | null
  /** Whether the listings are shown below; absent where they are in another place. */
  isOpen?: boolean
  onPress(): void
}

/** Says how many listings only this wallet can buy, and leads to them; nothing where there are none. */
export default function ReservedNotice({ wallet, collection, isOpen, onPress }: ReservedNoticeProps) {
  const query = reservedQuery(useSite().api, wallet, collection)
  const { data, hasNextPage } = useInfiniteQuery(query)
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  useLiveReserved(query.queryKey, wallet, rows)
  const whom = useOwnAddress() === wallet ? 'you' : 'this wallet'
  if (rows.length === 0) return null
  const icon =
    isOpen === undefined ? null : isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />
  const part = isOpen === undefined ? undefined : styles.wide
  const count = `${formatCount(rows.length)}${hasNextPage ? '+' : ''}`
  return (
    <Button size="sm" icon={icon} aria-expanded={isOpen} onClick={onPress}>
      {/* One text: a button has a gap between its parts. */}
      <span>
        {count}
        <span className={part}>{rows.length === 1 ? ' item' : ' items'}</span>
        {' reserved'}
        <span className={part}>{` for ${whom}`}</span>
      </span>
    </Button>
  )
}
