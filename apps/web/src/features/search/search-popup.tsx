import { useEffect } from 'react'
import { openRecentCollections } from '../../lib/recent-collections.ts'
import { siteActions } from '../../lib/site-actions.ts'
import { useStore } from '../../lib/store.ts'
import { FoundActions } from './found-actions.tsx'
import { FoundCollections } from './found-collections.tsx'
import { FoundWallets } from './found-wallets.tsx'
import { matchingActions } from './matching-actions.ts'
import { RecentlyVisited } from './recently-visited.tsx'
import styles from './search-popup.module.css'
import { SearchSection } from './search-section.tsx'
import { useSearch } from './use-search.ts'

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
