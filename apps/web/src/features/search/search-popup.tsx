import type { Collection } from '@opal/contract/shapes/collection'
import { Button } from '@opal/ui/button'
import { IconButton } from '@opal/ui/icon-button'
import { Skeleton } from '@opal/ui/skeleton'
import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { AddressGem } from '../../lib/address-gem.tsx'
import { formatAddress, truncateName } from '../../lib/format/name.ts'
import { collectionPath, walletPath } from '../../lib/paths.ts'
import { Picture } from '../../lib/picture.tsx'
import { Price } from '../../lib/price.tsx'
import {
  forgetAllCollections,
  forgetCollection,
  openRecentCollections,
  recentCollections,
} from '../../lib/recent-collections.ts'
import { useStore } from '../../lib/store.ts'
import { VerifiedMark } from '../../lib/verified-mark.tsx'
import styles from './search-popup.module.css'
import { useSearch } from './use-search.ts'

/** Under the search field: what was visited and what is popular, or what the words find. */
export default function SearchPopup({ text }: { text: string }) {
  useEffect(openRecentCollections, [])
  const { asked, collections, failed } = useSearch(text, true)
  return (
    // Clicks inside must not take the focus from the field before they arrive.
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only keeps the focus where it is.
    <div id="search-results" className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
      {asked.kind === 'nothing' && <RecentlyVisited />}
      {asked.kind === 'wallet' ? (
        <WalletResult address={asked.address} />
      ) : (
        <Section title={asked.kind === 'nothing' ? 'Popular' : 'Collections'}>
          <Collections rows={collections} failed={failed} />
        </Section>
      )}
    </div>
  )
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

function RecentlyVisited() {
  const recent = useStore(recentCollections)
  if (recent.length === 0) return null
  return (
    <Section
      title="Recently Visited"
      aside={
        <Button variant="ghost" size="sm" onClick={forgetAllCollections}>
          Clear All
        </Button>
      }
    >
      <ul className={styles.recent}>
        {recent.map(({ collectionId, slug, name, image }) => (
          <li key={collectionId} className={styles.row}>
            <Link to={collectionPath(slug)} className={styles.link}>
              <span className={styles.image}>
                <Picture src={image} alt={name} width={32} decorative />
              </span>
              <span className={styles.name}>{name}</span>
            </Link>
            <IconButton label={`Remove ${name}`} size="sm" onClick={() => forgetCollection(collectionId)}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function WalletResult({ address }: { address: string }) {
  return (
    <Section title="Wallet">
      <Link to={walletPath(address)} className={styles.link}>
        <AddressGem address={address} size={32} />
        <span className={styles.mono}>{formatAddress(address, 'long')}</span>
      </Link>
    </Section>
  )
}

function Collections({ rows, failed }: { rows: readonly Collection[] | null; failed: boolean }) {
  if (failed) return <p className={styles.none}>The search could not be reached. Try again in a moment.</p>
  if (rows === null) {
    return (
      <div className={styles.pending}>
        <Skeleton height="32px" />
        <Skeleton height="32px" />
        <Skeleton height="32px" />
      </div>
    )
  }
  if (rows.length === 0) return <p className={styles.none}>No Results Found</p>
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span>Collection</span>
        <span>Floor Price</span>
        <span>Volume</span>
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.collectionId}>
            <Link to={collectionPath(row.slug)} className={styles.result}>
              <span className={styles.identity}>
                <span className={styles.image}>
                  <Picture src={row.collectionImage} alt={row.collectionName} width={32} decorative />
                </span>
                <span className={styles.name} title={row.collectionName}>
                  {truncateName(row.collectionName, 'long')}
                </span>
                {row.isVerified && <VerifiedMark />}
              </span>
              <span>
                <Price octas={row.floorPrice} />
              </span>
              <span>
                <Price octas={row.allTimeVolume} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
