import { Keys } from '@opal/ui/controls/keys'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { walletPath } from '../../app/paths.ts'
import { openRecentCollections } from '../../entities/collection/recent-collections.ts'
import { AddressGem } from '../../entities/wallet/address-identicon.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import { type SiteAction, siteActions } from '../../shared/hooks/site-actions.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { FoundCollections, Waiting } from './found-collections.tsx'
import { RecentlyVisited } from './recently-visited.tsx'
import styles from './search-popup.module.css'
import { SearchSection } from './search-section.tsx'
import { type FoundWallet, useSearch } from './use-search.ts'

/** Under the search field: what was visited and what is well known, or what the words find. */
export default function SearchPopup({ text, onDone }: { text: string; onDone(): void }) {
  useEffect(openRecentCollections, [])
  const { asked, collections, isPopular, wallets, failed } = useSearch(text)
  const actions = matchingActions(text, useStore(siteActions))
  return (
    // Clicks inside must not take the focus from the field before they arrive.
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only keeps the focus where it is.
    <div id="search-results" className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
      {asked.kind === 'nothing' && <RecentlyVisited />}
      {asked.kind === 'wallet' || asked.kind === 'name' ? (
        <SearchSection title="Wallet">
          <FoundWallets wallets={wallets} failed={failed} />
        </SearchSection>
      ) : (
        <SearchSection title={isPopular ? 'Popular' : 'Collections'}>
          <FoundCollections rows={collections} failed={failed} />
        </SearchSection>
      )}
      {actions.length > 0 && (
        <SearchSection title="Actions">
          <FoundActions actions={actions} onChosen={onDone} />
        </SearchSection>
      )}
    </div>
  )
}

/** What can be done here and is called like what was typed. */
export function FoundActions({ actions, onChosen }: { actions: readonly SiteAction[]; onChosen(): void }) {
  return (
    <ul>
      {actions.map(({ id, title, keys, run }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              onChosen()
              run()
            }}
          >
            <span className={styles.name}>{title}</span>
            {keys !== undefined && <Keys keys={keys} />}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Wallets by the names people know them by. @source docs/product/site.md#wallets-found */
export function FoundWallets({ wallets, failed }: { wallets: readonly FoundWallet[] | null; failed: boolean }) {
  if (failed) return <p className={styles.none}>The search could not be reached. Try again in a moment.</p>
  if (wallets === null) return <Waiting />
  if (wallets.length === 0) return <p className={styles.none}>No Results Found</p>
  return wallets.map(({ walletAddress, aptosName }) => (
    <Link key={walletAddress} to={walletPath(walletAddress)} className={styles.link}>
      <AddressGem address={walletAddress} size={32} />
      {aptosName !== null && <span className={styles.name}>{aptosName}</span>}
      <span className={styles.mono}>{formatAddress(walletAddress, aptosName === null ? 'long' : 'short')}</span>
    </Link>
  ))
}

/** Shortest input that is looked for among the actions, and most that are shown. */
const SHORTEST = 2
const MOST = 4

/** Actions whose words begin with every word of the input; the field itself is none of them. */
export function matchingActions(input: string, actions: readonly SiteAction[]): readonly SiteAction[] {
  const wanted = input.trim().toLowerCase().split(/\s+/)
  if (wanted.join('').length < SHORTEST) return []
  return actions
    .filter(({ id, title, words = '' }) => {
      const has = `${title} ${words}`.toLowerCase().split(/\s+/)
      return id !== 'search.focus' && wanted.every((word) => has.some((one) => one.startsWith(word)))
    })
    .slice(0, MOST)
}
