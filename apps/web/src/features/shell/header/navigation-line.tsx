import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { errorShown, pagePostponed } from '../../../app/failures/page-failures.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import styles from './navigation-line.module.css'

/** Navigations that are faster show no loading bar. @source docs/product/site.md#loading-bar */
const SHOWN_AFTER_MS = 200

/**
 * The loading bar under the app bar during a navigation: hidden, progressing, then briefly finished or
 * failed. It ends for a page that waits until the site can be reached. @source docs/product/site.md#loading-bar
 */
export function NavigationLine() {
  const isPostponed = useStore(pagePostponed)
  const busy = useNavigation().state !== 'idle' && !isPostponed
  const failed = useStore(errorShown) !== null
  const wentOn = useRef(false)
  const [ending, setEnding] = useState(false)
  useEffect(() => {
    if (!busy) return
    wentOn.current = true
    const began = performance.now()
    return () => setEnding(performance.now() - began >= SHOWN_AFTER_MS)
  }, [busy])
  useEffect(() => {
    if (failed && wentOn.current) setEnding(true)
  }, [failed])
  const ended = failed || isPostponed ? 'failed' : 'finished'
  return (
    <div
      className={styles.line}
      data-state={busy ? 'progressing' : ending ? ended : 'hidden'}
      role="progressbar"
      aria-hidden={!busy}
      aria-label="Loading page"
      onAnimationEnd={() => {
        if (!busy) setEnding(false)
      }}
    />
  )
}
