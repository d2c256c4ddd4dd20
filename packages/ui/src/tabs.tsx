import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface TabsProps<Value extends string> {
  /** Accessible name of the row of tabs. */
  label: string
  value: Value
  onValueChange(value: Value): void
  tabs: readonly { readonly value: Value; readonly label: string; readonly count?: ReactNode }[]
  /** Sits at the right end of the row. */
  aside?: ReactNode
  /** The panel of the tab that is open. */
  children: ReactNode
}

/** A row of tabs over one panel. Who uses it decides where the choice lives (most often in the address). */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onValueChange, tabs, aside, children } = props
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <div className={styles.row}>
        <Radix.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      <Radix.Content value={value} className={styles.panel} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
