import { Keys } from '@opal/ui/controls/keys'
import { Switch } from '@opal/ui/controls/switch'
import { Dialog } from '@opal/ui/overlays/dialog'
import { shortcutsOn, turnShortcuts } from '../../shared/hooks/shortcuts-on.ts'
import { ACTION_GROUPS, siteActions } from '../../shared/hooks/site-actions.ts'
import { useStore } from '../../shared/hooks/store.ts'
import styles from './shortcut-list.module.css'

export interface ShortcutListProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Keys that always work. */
const ALWAYS = [
  { title: 'Command menu', keys: '⌘/Ctrl K' },
  { title: 'Move through rows, cards and results', keys: '↑ ↓ ← →' },
  { title: 'Close', keys: 'Esc' },
] as const

/** Lists the available shortcuts, with a switch that turns single keys off. */
export default function ShortcutList({ open, onOpenChange }: ShortcutListProps) {
  const actions = useStore(siteActions).filter(({ keys }) => keys !== undefined)
  const on = useStore(shortcutsOn)
  const groups = ACTION_GROUPS.map((group) => ({
    group,
    rows: actions.filter((action) => action.group === group),
  }))
    .filter(({ rows }) => rows.length > 0)
    // The longest group comes last: it fills the second column.
    .sort((a, b) => a.rows.length - b.rows.length)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" width={640}>
      <Switch label="Single-key shortcuts" checked={on} onCheckedChange={turnShortcuts} />
      <p className={styles.note}>
        Turn off if keys get pressed by accident, for example with voice control. ⌘K and Ctrl K always work.
      </p>
      <div className={styles.groups}>
        <Group title="Everywhere" rows={ALWAYS} off={false} />
        {groups.map(({ group, rows }) => (
          <Group key={group} title={group} rows={rows} off={!on} />
        ))}
      </div>
    </Dialog>
  )
}

interface GroupProps {
  title: string
  rows: readonly { readonly title: string; readonly keys?: string }[]
  off: boolean
}

function Group({ title, rows, off }: GroupProps) {
  return (
    <section className={styles.group} data-off={off || undefined}>
      <h3 className={styles.heading}>
        {title}
        {off && ' (off)'}
      </h3>
      <dl>
        {rows.map((row) => (
          <div key={row.title} className={styles.row}>
            <dt>{row.title}</dt>
            <dd>
              <Keys keys={row.keys ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
