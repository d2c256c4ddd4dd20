import type { PortfolioCollection } from '@opal/contract/portfolio/collections'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { VerifiedBadge } from '../../../entities/collection/verified-badge.tsx'
import { ResponsiveImage } from '../../../shared/components/image.tsx'
import { RowButton } from '../../../shared/components/list-controls/row-button.tsx'
import { SearchField } from '../../../shared/components/list-controls/search-field.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatCount } from '../../../shared/format/number.ts'
import { byOwnClock } from '../../../shared/hooks/by-own-clock.ts'
import { useEndlessList } from '../../../shared/lists/endless-list.ts'
import type { Page } from '../../../shared/realtime/read-pages.ts'
import { collectionsQuery } from '../portfolio-query.ts'
import { MAX_SEARCH } from '../portfolio-view.ts'
import styles from './collections-aside.module.css'

export interface CollectionsAsideProps {
  wallet: string
  /** First page that the server has loaded. */
  firstPage?: { readonly page: Page<PortfolioCollection>; readonly loadedAt: number } | undefined
  chosen: string | null
  search: string
  onChoose(collectionId: string | null): void
  onSearch(text: string): void
}

/** Lists the collections that a wallet holds, most valuable first; selecting one filters the items. */
export function CollectionsAside({ wallet, firstPage, chosen, search, onChoose, onSearch }: CollectionsAsideProps) {
  const list = useInfiniteQuery({
    ...collectionsQuery(useSite().api, wallet, search),
    ...(firstPage !== undefined && {
      initialData: { pages: [firstPage.page], pageParams: [null] },
      initialDataUpdatedAt: byOwnClock(firstPage.loadedAt),
    }),
  })
  const { rows } = useEndlessList(list, collectionIdOf)
  return (
    <div className={styles.aside}>
      <SearchField
        label="Search collections held"
        placeholder="Search collections"
        maxLength={MAX_SEARCH}
        value={search}
        onChange={onSearch}
      />
      <ul className={styles.list} aria-label="Collections held">
        <li>
          <RowButton quiet pressed={chosen === null} onClick={() => onChoose(null)}>
            All collections
          </RowButton>
        </li>
        {rows.map((row) => (
          <li key={row.collectionId}>
            <CollectionRow
              row={row}
              chosen={row.collectionId === chosen}
              onChoose={() => onChoose(row.collectionId === chosen ? null : row.collectionId)}
            />
          </li>
        ))}
        {list.isPending && (
          <li>
            <Skeleton height="48px" />
          </li>
        )}
      </ul>
      {list.isLoadingError && (
        <p className={styles.note} role="alert">
          Couldn’t load collections.{' '}
          <button type="button" className={styles.more} onClick={() => void list.refetch()}>
            Try again
          </button>
        </p>
      )}
      {!list.isPending && rows.length === 0 && !list.isError && (
        <p className={styles.note}>{search === '' ? 'No collections' : 'No matching collections.'}</p>
      )}
      {list.hasNextPage && (
        <button type="button" className={styles.more} onClick={() => void list.fetchNextPage()}>
          {list.isFetchNextPageError ? 'Couldn’t load more. Try again' : 'More collections'}
        </button>
      )}
    </div>
  )
}

function CollectionRow({ row, chosen, onChoose }: { row: PortfolioCollection; chosen: boolean; onChoose(): void }) {
  return (
    <RowButton pressed={chosen} onClick={onChoose}>
      <span className={styles.image}>
        <ResponsiveImage src={row.image} alt={row.name} width={36} decorative />
      </span>
      <span className={styles.words}>
        <span className={styles.name} title={row.name}>
          <span className={styles.cut} dir="auto">
            {row.name}
          </span>
          {row.isVerified && <VerifiedBadge />}
        </span>
        <span className={styles.value}>
          <Price octas={row.value} />
        </span>
        <span className={styles.counts}>
          {formatCount(row.tokenCount)} held{row.listed === '0' ? '' : `, ${formatCount(row.listed)} listed`}
        </span>
        <span className={styles.floor}>
          floor <Price octas={row.floorPrice} bare />
        </span>
      </span>
    </RowButton>
  )
}

function collectionIdOf(row: PortfolioCollection): string {
  return row.collectionId
}
