import type { MintingCollection } from '@opal/contract/collections/mints'
import { Button } from '@opal/ui/controls/button'
import { usePageList } from '@opal/ui/data/page-lists'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSite } from '../../app/site.tsx'
import { LoadError } from '../../shared/components/load-error.tsx'
import { byOwnClock } from '../../shared/hooks/by-own-clock.ts'
import { useEndlessList } from '../../shared/lists/endless-list.ts'
import { MintCard } from './mint-card.tsx'
import styles from './mints-list.module.css'
import { type MintsPage, mintsQuery } from './mints-query.ts'
import { useLiveMints } from './use-live-mints.ts'

export interface MintsListProps {
  /** First page that the server has loaded. */
  firstPage: { readonly page: MintsPage; readonly loadedAt: number } | null
}

/** Lists collections that are minting now, then recent mints. */
export function MintsList({ firstPage }: MintsListProps) {
  const list = useInfiniteQuery({
    ...mintsQuery(useSite().api),
    ...(firstPage !== null && {
      initialData: { pages: [firstPage.page], pageParams: [null] },
      initialDataUpdatedAt: byOwnClock(firstPage.loadedAt),
    }),
  })
  const { rows } = useEndlessList(list, collectionIdOf)
  useLiveMints()
  if (list.isLoadingError) {
    return <LoadError title="Couldn’t load mints" error={list.error} onRetry={list.refetch} />
  }
  if (list.isPending) return <Cards title="Minting now" rows={[]} pending={12} />
  if (rows.length === 0) {
    return <EmptyState title="No Collections" reason="No mints on this network yet. New mints appear here live." />
  }
  const now = rows.filter(({ isMinting }) => isMinting)
  return (
    <>
      {now.length === 0 ? (
        <p className={styles.quiet}>Nothing is minting now.</p>
      ) : (
        <Cards title="Minting now" rows={now} pending={0} />
      )}
      <Cards
        title="Recently minted"
        rows={rows.filter(({ isMinting }) => !isMinting)}
        pending={list.isFetchingNextPage ? 4 : 0}
      />
      {list.hasNextPage && (
        <p className={styles.more}>
          {list.isFetchNextPageError && <span role="alert">Couldn’t load more.</span>}
          <Button onClick={() => void list.fetchNextPage()} busy={list.isFetchingNextPage}>
            {list.isFetchNextPageError ? 'Try again' : 'Show more'}
          </Button>
        </p>
      )}
    </>
  )
}

function Cards({ title, rows, pending }: { title: string; rows: readonly MintingCollection[]; pending: number }) {
  const section = useRef<HTMLElement>(null)
  usePageList(section, title, rows.length > 0)
  if (rows.length + pending === 0) return null
  return (
    <section ref={section} className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.cards}>
        {rows.map((mint, index) => (
          <li key={mint.collection.collectionId} data-index={index}>
            <MintCard mint={mint} eager={index < 8} />
          </li>
        ))}
        {Array.from({ length: pending }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same and never move.
          <li key={`pending-${index}`} className={styles.pending}>
            <Skeleton height="100%" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function collectionIdOf({ collection }: MintingCollection): string {
  return collection.collectionId
}
