import { connectionLine } from '../../../shared/hooks/docked-bar.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useLasting } from '../../../shared/hooks/use-lasting.ts'
import { liveStatus } from '../../../shared/realtime/live-bus.ts'
import styles from './connection-line.module.css'
import { CONNECTION_LOST } from './menu-button.tsx'

/** A connection that is back before moves nothing on the screen, in milliseconds. */
const SHOWN_AFTER_MS = 2_000

/**
 * Says that the connection is lost where the footer is out of sight, in a line of its own that covers nothing.
 * @source docs/product/site.md#lost-connection-on-phones
 */
export default function ConnectionLine() {
  return useStore(liveStatus).state === 'reconnecting' && <Line />
}

function Line() {
  // Hidden from screen readers: the label of the menu button says it.
  return (
    useLasting(SHOWN_AFTER_MS) && (
      <p ref={connectionLine} className={styles.line} aria-hidden="true">
        {CONNECTION_LOST}
      </p>
    )
  )
}
