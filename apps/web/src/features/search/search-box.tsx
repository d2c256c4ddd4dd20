import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusSearch, SEARCH_FIELD_ID, searchWish } from '../../lib/focus-search.ts'
import { isTyping, shortcutsOn } from '../../lib/shortcuts-on.ts'
import { useStore } from '../../lib/store.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { useOnMount } from '../../lib/use-on-mount.ts'
import styles from './search-box.module.css'

const SearchPopup = lazy(() => import('./search-popup.tsx'))

/** The search field of the app bar. `/` puts the cursor into it; its popup is loaded then. */
export function SearchBox() {
  const box = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const location = useLocation()
  useSlashKey()
  // Another page was chosen: the search is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what ends it.
  useEffect(() => {
    setOpen(false)
    setText('')
  }, [location.pathname])

  const narrow = useNarrow()
  const wish = useStore(searchWish)
  useEffect(() => {
    if (wish === null) return
    searchWish.set(null)
    setText(wish)
    setOpen(true)
  }, [wish])

  // Who was quicker than the page loses nothing.
  useOnMount(() => {
    const field = document.getElementById(SEARCH_FIELD_ID)
    if (field === document.activeElement && field instanceof HTMLInputElement) {
      setText(field.value)
      setOpen(true)
    }
    return undefined
  })

  const leave = () => {
    setOpen(false)
    document.getElementById(SEARCH_FIELD_ID)?.blur()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(box.current, event)
  }

  return (
    <search
      ref={box}
      className={styles.box}
      onKeyDown={onKeyDown}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <Search className={styles.lens} aria-hidden="true" />
      <input
        id={SEARCH_FIELD_ID}
        className={styles.input}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-label="Search Collections and Wallets"
        aria-expanded={open}
        aria-controls="search-results"
        role="combobox"
        placeholder={narrow ? 'Search...' : 'Search Collections and Wallets'}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
        }}
      />
      <kbd className={styles.key}>/</kbd>
      {open && (
        <Suspense fallback={null}>
          <SearchPopup text={text} onDone={leave} />
        </Suspense>
      )}
    </search>
  )
}

function useSlashKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey) return
      if (isTyping(event.target) || !shortcutsOn.get()) return
      event.preventDefault()
      focusSearch()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Up and down go through the field and the results. */
function moveFocus(box: HTMLElement | null, event: React.KeyboardEvent): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>('input, #search-results :is(a[href], button)') ?? [])]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
}
