import { Keys } from '@opal/ui/controls/keys'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { focusSearch } from '../../app/commands.ts'
import { walletPath } from '../../app/paths.ts'
import { openRecentCollections } from '../../entities/collection/recent-collections.ts'
import { type FoundWallet, MIN_SEARCH_LENGTH, type SearchResults, useSearch } from '../../entities/search/use-search.ts'
import { AddressIdenticon } from '../../entities/wallet/address-identicon.tsx'
import { formatAddress } from '../../shared/format/name.ts'
import { formatCounted } from '../../shared/format/number.ts'
import { type SiteAction, siteActions } from '../../shared/hooks/site-actions.ts'
import { useStore } from '../../shared/hooks/store.ts'
import { FoundCollections, Waiting } from './found-collections.tsx'
import { RecentlyVisited } from './recently-visited.tsx'
import styles from './search-popup.module.css'
import { SearchSection } from './search-section.tsx'

interface SearchPopupProps {
  readonly text: string
  /** Enter was pressed in the field: the first result is opened as soon as there is one. */
  readonly opensFirst?: boolean
  onDone(): void
}

/** Lists under the search field what was visited and what trades most, or what the words find. */
export default function SearchPopup({ text, opensFirst = false, onDone }: SearchPopupProps) {
  useEffect(openRecentCollections, [])
  const results = useSearch(text)
  const { asked, collections, isPopular, wallets, failed, firstPath } = results
  // An address finds only the collection whose id it is; most find none.
  const hasFound = collections !== null && collections.length > 0
  // Wallets whose names begin with the text are results too.
  const isOfNames = asked.kind === 'collections' && wallets !== null && wallets.length > 0
  const hasCollections =
    asked.kind === 'wallet' || isOfNames ? hasFound || (isOfNames && collections === null) : asked.kind !== 'name'
  const keepFocus = useFocusKeeper()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is opened once.
  useEffect(() => {
    if (!opensFirst || firstPath === null) return
    navigate(firstPath)
    onDone()
  }, [opensFirst, firstPath])
  const typed = text.trim().length
  const actions = matchingActions(text, useStore(siteActions))
  return (
    // Clicks inside must not take the focus from the field before they arrive.
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only keeps the focus where it is.
    <div id="search-results" className={styles.popup} onMouseDown={(event) => event.preventDefault()} {...keepFocus}>
      {/* There before its text: only a change within an element is read out. The focus stays in the field. */}
      <p className="visually-hidden" role="status">
        {resultsLabel(results)}
      </p>
      {typed > 0 && typed < MIN_SEARCH_LENGTH && (
        <p className={styles.short}>Type at least {MIN_SEARCH_LENGTH} characters to search.</p>
      )}
      {asked.kind === 'nothing' && <RecentlyVisited />}
      {hasCollections && (
        <SearchSection title={isPopular ? 'Popular' : asked.kind === 'nothing' ? 'Suggested' : 'Collections'}>
          <FoundCollections
            rows={collections}
            failed={failed && asked.kind !== 'wallet'}
            ofToday={asked.kind === 'nothing'}
          />
          {asked.kind === 'collections' && collections?.length === 0 && ENDS_IN_NUMBER.test(asked.text) && (
            <p className={styles.hint}>
              To find an item by its number, open its collection, and search there or use Go to number.
            </p>
          )}
        </SearchSection>
      )}
      {(asked.kind === 'wallet' || asked.kind === 'name' || isOfNames) && (
        <SearchSection title={isOfNames ? 'Wallets' : 'Wallet'}>
          <FoundWallets wallets={wallets} failed={failed && !isOfNames} />
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

/** Says how much an input has found; empty while it is looked for, and of suggestions. */
function resultsLabel({ asked, collections, wallets, failed, isPending }: SearchResults): string {
  if (asked.kind === 'nothing' || isPending) return ''
  if (failed) return 'Couldn’t search.'
  const found = [
    // For a wallet's name the collections are suggestions, which are not shown.
    { count: asked.kind === 'name' ? 0 : (collections?.length ?? 0), noun: 'collection' },
    { count: wallets?.length ?? 0, noun: 'wallet' },
  ]
  const counts = found.flatMap(({ count, noun }) => (count === 0 ? [] : formatCounted(count, noun)))
  return counts.length === 0 ? 'No results' : `${counts.join(', ')} shown`
}

/** Returns the focus to the field when the focused result is replaced; otherwise nothing would have the focus, and keys would do nothing. */
function useFocusKeeper() {
  const isInside = useRef(false)
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return
    isInside.current = false
    focusSearch()
  })
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}

/** Lists the actions that match the input. */
function FoundActions({ actions, onChosen }: { actions: readonly SiteAction[]; onChosen(): void }) {
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
function FoundWallets({ wallets, failed }: { wallets: readonly FoundWallet[] | null; failed: boolean }) {
  if (failed) return <p className={styles.none}>Search is unavailable. Try again in a moment.</p>
  if (wallets === null) return <Waiting />
  if (wallets.length === 0) return <p className={styles.none}>No Results Found</p>
  return wallets.map(({ walletAddress, aptosName }) => (
    <Link key={walletAddress} to={walletPath(walletAddress)} className={styles.link}>
      <AddressIdenticon address={walletAddress} size={32} />
      {aptosName !== null && <span className={styles.name}>{aptosName}</span>}
      <span className={styles.mono}>{formatAddress(walletAddress, aptosName === null ? 'long' : 'short')}</span>
    </Link>
  ))
}

/** Matches texts that may name an item: `#17`, `17`, `Stones #17`. */
const ENDS_IN_NUMBER = /(?:^|#|\s)\s*\d+$/

/** Shortest input that is looked for among the actions, and most that are shown. */
const SHORTEST = 2
const MAX_ACTIONS = 4

/** Actions whose words begin with every word of the input; the field itself is none of them. */
export function matchingActions(input: string, actions: readonly SiteAction[]): readonly SiteAction[] {
  const wanted = input.trim().toLowerCase().split(/\s+/)
  if (wanted.join('').length < SHORTEST) return []
  return actions
    .filter(({ id, title, keywords = '' }) => {
      const has = `${title} ${keywords}`.toLowerCase().split(/\s+/)
      return id !== 'search.focus' && wanted.every((word) => has.some((one) => one.startsWith(word)))
    })
    .slice(0, MAX_ACTIONS)
}
