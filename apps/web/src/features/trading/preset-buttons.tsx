import type { ReactNode } from 'react'
import styles from './preset-buttons.module.css'

export interface PresetButtonsProps {
  /** What they set, for screen readers. */
  label: string
  children: ReactNode
}

/** Buttons beside a field that fill it in with something usual. */
export function PresetButtons({ label, children }: PresetButtonsProps) {
  return (
    <fieldset className={styles.presets} aria-label={label}>
      {children}
    </fieldset>
  )
}
