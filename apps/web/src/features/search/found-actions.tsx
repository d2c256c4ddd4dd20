import { Keys } from '@opal/ui/controls/keys'
import type { SiteAction } from '../../lib/site-actions.ts'
import styles from './search-popup.module.css'

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
