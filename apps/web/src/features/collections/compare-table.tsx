import type { CollectionDetail } from '@opal/contract/shapes/collection'
import { Button } from '@opal/ui/button'
import { IconButton } from '@opal/ui/icon-button'
import { Skeleton } from '@opal/ui/skeleton'
import { Sparkline } from '@opal/ui/sparkline'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Change } from '../../lib/change.tsx'
import { formatBps, formatCount, wholePercent } from '../../lib/format/number.ts'
import { collectionPath } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import { Price } from '../../lib/price.tsx'
import { VerifiedMark } from '../../lib/verified-mark.tsx'
import styles from './compare-table.module.css'
import type { Compared } from './use-compared.ts'

const FIGURES: readonly { readonly name: string; readonly of: (row: CollectionDetail) => ReactNode }[] = [
  { name: 'Floor', of: (row) => <Price octas={row.floorPrice} /> },
  { name: 'Top bid', of: (row) => <Price octas={row.topBid} /> },
  { name: 'Floor, 1d', of: (row) => <Change percent={row.oneDayChangePercent} /> },
  { name: 'Floor, 7d', of: (row) => <Change percent={row.sevenDaysChangePercent} /> },
  { name: '1d volume', of: (row) => <Price octas={row.oneDayVolume} /> },
  { name: '7d volume', of: (row) => <Price octas={row.sevenDaysVolume} /> },
  { name: '30d volume', of: (row) => <Price octas={row.thirtyDaysVolume} /> },
  { name: 'Total volume', of: (row) => <Price octas={row.allTimeVolume} /> },
  { name: 'Sales, 1d', of: (row) => formatCount(row.oneDaySales) },
  { name: 'Market cap', of: (row) => <Price octas={row.marketCap} /> },
  { name: 'Listed', of: (row) => shareOf(row.listedCount, row.currentSupply) },
  { name: 'Owners', of: (row) => shareOf(row.uniqueOwnersCount, row.currentSupply) },
  { name: 'Supply', of: (row) => formatCount(row.currentSupply) },
  { name: 'Royalty', of: (row) => formatBps(row.royaltyBps) },
  { name: 'Standard', of: (row) => row.tokenStandard },
]

/** Collections side by side, a figure a row. */
export function CompareTable({ compared, onRemove }: { compared: readonly Compared[]; onRemove(slug: string): void }) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {compared.map((one) => (
              <th key={one.slug} scope="col">
                <Head one={one} onRemove={() => onRemove(one.slug)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {compared.map(({ slug, collection, state }) => (
                <td key={slug}>{collection === null ? <Missing state={state} /> : of(collection)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ one, onRemove }: { one: Compared; onRemove(): void }) {
  const { collection, slug, state, retry } = one
  const name = collection?.collectionName ?? slug
  return (
    <div className={styles.head}>
      <span className={styles.image}>
        <Picture src={collection?.collectionImage ?? null} alt={name} width={72} decorative />
      </span>
      <span className={styles.name}>
        <Link to={collectionPath(slug)} title={name} className={styles.link}>
          {name}
        </Link>
        {collection?.isVerified === true && <VerifiedMark />}
        <IconButton label={`Take ${name} out of the comparison`} size="sm" onClick={onRemove}>
          <X />
        </IconButton>
      </span>
      {collection !== null && <FloorLine collection={collection} />}
      {state === 'gone' && <span className={styles.note}>There is no such collection.</span>}
      {state === 'failed' && (
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Prices as small floats are good enough for the shape of a line. */
function FloorLine({ collection }: { collection: CollectionDetail }) {
  const points = collection.sparkline.map((octas) => (octas === null ? null : Number(octas) / 1e8))
  return <Sparkline points={points} label={`Floor of ${collection.collectionName} over seven days`} width={140} />
}

function Missing({ state }: { state: Compared['state'] }) {
  return state === 'waiting' ? <Skeleton height="14px" width="60%" /> : '-'
}

function shareOf(part: number, whole: number): string {
  return `${formatCount(part)} (${wholePercent(part, whole)}%)`
}
