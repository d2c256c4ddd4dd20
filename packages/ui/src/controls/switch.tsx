import * as Radix from 'radix-ui/switch'
import { useId } from 'react'
import styles from './switch.module.css'

export interface SwitchProps {
  label: string
  checked: boolean
  onCheckedChange(checked: boolean): void
}

/** Renders a labelled switch. A change takes effect immediately. */
export function Switch({ label, checked, onCheckedChange }: SwitchProps) {
  const id = useId()
  return (
    <span className={styles.row}>
      <Radix.Root id={id} className={styles.track} checked={checked} onCheckedChange={onCheckedChange}>
        <Radix.Thumb className={styles.thumb} />
      </Radix.Root>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
    </span>
  )
}
