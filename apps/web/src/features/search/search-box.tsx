import { useCloseOnBack } from '@opal/ui/overlays/focus/use-close-on-back'
import { Search } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { finishCommand, focusSearch, SEARCH_FIELD_ID, useCommand } from '../../app/commands.ts'
import { lazyPart } from '../../shared/components/lazy/lazy-part.tsx'
import { isTyping, shortcutsOn } from '../../shared/hooks/shortcuts-on.ts'
import { useOnMount } from '../../shared/hooks/use-on-mount.ts'
import styles from './search-box.module.css'

const SearchPopup = lazyPart(() => import('./search-popup.tsx'))

/** The search field of the app bar. `/` puts the cursor into it; its popup is loaded then. */
export function SearchBox() {
  const box = useRef<HTMLElement>(null)
  const { text, open, setOpen, write, clear, entered, enter } = useSearchText()
  const isShort = useIsShort(box)
  useSlashKey()
  const leave = () => {
    setOpen(false)
    fieldOf()?.blur()
  }
  const end = () => {
    clear()
    leave()
  }
  useCloseOnBack(open, leave)
  return (
    <search
      ref={box}
      className={styles.box}
      {...useSearchEvents(box, { open, setOpen, clear, enter, end })}
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
        placeholder={isShort ? 'Search...' : 'Search Collections and Wallets'}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <kbd className={styles.key}>/</kbd>
      {open && (
        <Suspense fallback={null}>
          <SearchPopup text={text} opensFirst={entered} onDone={end} />
        </Suspense>
      )}
    </search>
  )
}

const fieldOf = () => document.getElementById(SEARCH_FIELD_ID)

interface SearchControls extends Pick<ReturnType<typeof useSearchText>, 'open' | 'setOpen' | 'clear' | 'enter'> {
  /** Empties the field and leaves it. */
  end(): void
}

/** Returns the handlers of keys and clicks in the field and its results. */
function useSearchEvents(box: RefObject<HTMLElement | null>, { open, setOpen, clear, enter, end }: SearchControls) {
  const { pathname } = useLocation()
  const closeAtField = () => {
    fieldOf()?.focus()
    flushSync(() => setOpen(false))
  }
  return {
    onKeyDown(event: React.KeyboardEvent) {
      // While text is composed, as in Chinese or Japanese, keys belong to the input method.
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Escape') {
        // The browser would clear the field only while it has the focus, which may be on a result.
        event.preventDefault()
        if (open) closeAtField()
        clear()
      }
      // Tab leaves the search from any result: the browser continues from the field, in either direction.
      if (event.key === 'Tab' && open) closeAtField()
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) enter()
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(box.current, event)
    },
    onClick({ defaultPrevented, target }: React.MouseEvent) {
      // A link to the current page ends the search here; another page ends it once it is shown, and takes the focus.
      const link = target instanceof Element ? target.closest('a') : null
      if (defaultPrevented && link?.pathname === pathname) end()
    },
  }
}

/** Least width of the box for all of its placeholder, in px: with the hint of the key and without. */
const ROOM = { wide: 278, narrow: 250 }

/** Returns whether the placeholder would be cut. False on the server and until hydration, so that both agree. */
function useIsShort(box: RefObject<HTMLElement | null>): boolean {
  const [isShort, setShort] = useState(false)
  useOnMount(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const room = window.innerWidth < 1200 ? ROOM.narrow : ROOM.wide
      setShort(entry !== undefined && entry.contentRect.width < room)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  })
  return isShort
}

/** Holds the search text: typed here, set by the `search` command, or typed before hydration. */
function useSearchText() {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [entered, setEntered] = useState(false)
  const write = (next: string) => {
    setText(next)
    setOpen(true)
    setEntered(false)
  }
  const location = useLocation()
  // Another page was chosen: the search is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what ends it.
  useEffect(() => {
    setOpen(false)
    setText('')
    setEntered(false)
  }, [location.pathname])
  const requested = useCommand('search')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a requested search is written once.
  useEffect(() => {
    if (requested === null) return
    finishCommand('search')
    write(requested)
  }, [requested])
  // Takes over text that was typed before hydration.
  useOnMount(() => {
    const field = fieldOf()
    if (field === document.activeElement && field instanceof HTMLInputElement) write(field.value)
    return undefined
  })
  const clear = () => {
    setText('')
    setEntered(false)
  }
  return { text, open, setOpen, write, clear, entered, enter: () => setEntered(true) }
}

function useSlashKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey) return
      // Behind a dialog the field cannot have the focus.
      const isBehind = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
      if (isTyping(event.target) || isBehind || !shortcutsOn.get()) return
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
