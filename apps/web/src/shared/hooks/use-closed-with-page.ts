import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Closes what was opened on a page when that page is left: by Back, Forward or a link. An address that is replaced, as by a filter, is of the
 * same page.
 * @param opened what is open, another value for each opening; null while nothing is.
 * @param isKept what is open stays open on the next page.
 * @returns whether its page was left: it is not to be rendered any more.
 * @source docs/product/site.md#dialogs-of-a-page
 */
export function useClosedWithPage(opened: unknown, close: () => void, isKept = false): boolean {
  const { key, pathname } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  const [at, setAt] = useState({ opened, key, pathname })
  const isSame = pathname === at.pathname && (key === at.key || isReplaced)
  const isLeft = opened !== null && opened === at.opened && !isKept && !isSame
  if (!isLeft && (opened !== at.opened || key !== at.key)) setAt({ opened, key, pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing is another function at every render.
  useEffect(() => {
    if (isLeft) close()
  }, [isLeft])
  return isLeft
}
