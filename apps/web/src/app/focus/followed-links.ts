import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Time that a page has to render the link again: its rows may have to be fetched. */
const RENDER_TIMEOUT_MS = 5_000
/** Events by which the user goes on before the link is there. */
const USER_EVENTS = ['keydown', 'pointerdown'] as const
/** Attributes that distinguish the link of a row or a card from others to the same page. */
const KINDS = ['data-row-link', 'data-card-link'] as const

/** The link by which a page was left. */
interface FollowedLink {
  readonly element: HTMLAnchorElement
  readonly selector: string
}

/** Focuses the link by which a page was left, when Back leads to the page again and nothing else has the focus. Mounted once. */
export function useFollowedLinks(): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const links = useRef(new Map<string, FollowedLink>())
  const clicked = useRef<FollowedLink | null>(null)
  const last = useRef(key)
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      clicked.current = target instanceof Element ? followedLink(target) : null
    }
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [])
  useEffect(() => {
    const left = last.current
    last.current = key
    if (left === key) return
    if (isBack) {
      const link = links.current.get(key)
      return link === undefined ? undefined : focusOnceRendered(link)
    }
    links.current.delete(left)
    if (clicked.current !== null) links.current.set(left, clicked.current)
    clicked.current = null
  }, [key, isBack])
}

function followedLink(target: Element): FollowedLink | null {
  const element = target.closest<HTMLAnchorElement>('a[href]')
  if (element === null) return null
  const kind = KINDS.find((name) => element.hasAttribute(name))
  const ofKind = kind === undefined ? '' : `[${kind}]`
  return { element, selector: `a[href="${CSS.escape(element.getAttribute('href') ?? '')}"]${ofKind}` }
}

/** @returns stops waiting for the link. */
function focusOnceRendered({ element, selector }: FollowedLink): () => void {
  const stop = () => {
    clearTimeout(timeout)
    observer.disconnect()
    for (const type of USER_EVENTS) window.removeEventListener(type, stop, { capture: true })
  }
  const look = () => {
    const found = document.querySelector<HTMLElement>(selector)
    if (found === null) return
    stop()
    // The position on the page is restored apart from it.
    if (document.activeElement === document.body) found.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  const timeout = setTimeout(stop, RENDER_TIMEOUT_MS)
  // A page that stayed mounted below a dialog gets its focus back from the dialog.
  if (!element.isConnected) {
    observer.observe(document.body, { childList: true, subtree: true })
    for (const type of USER_EVENTS) window.addEventListener(type, stop, { capture: true })
    look()
  }
  return stop
}
