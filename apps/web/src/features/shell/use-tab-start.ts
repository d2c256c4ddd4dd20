import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { SEARCH_FIELD_ID } from '../../app/commands.ts'

/** Elements that give up the focus after a navigation: the body, and a search, which ends when a page is chosen. */
const LEFT = `body, #search-results *, #${SEARCH_FIELD_ID}`

/**
 * Makes the next Tab begin at the top of a page that was opened by a link which is gone, or by a search, as on one opened by its address:
 * the skip links come first. A browser would go on from where the link was.
 */
export function useTabStart(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const { body, activeElement } = document
    if (activeElement?.matches(LEFT) === false) return
    body.tabIndex = -1
    body.focus({ preventScroll: true })
    body.removeAttribute('tabindex')
  }, [pathname])
}
