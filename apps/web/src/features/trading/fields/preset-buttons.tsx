import type { ReactNode } from 'react'
import styles from './preset-buttons.module.css'

export interface FieldWithPresetsProps {
  field: ReactNode
  /** Accessible name of the buttons. */
  label: string
  /** The buttons. */
  children: ReactNode
  /** Explains a mark of some buttons, below them. */
  note?: ReactNode
}

/** A field with buttons below it that fill in common values. */
export function FieldWithPresets({ field, label, children, note }: FieldWithPresetsProps) {
  return (
    <div className={styles.field}>
      {field}
      <PresetButtons label={label}>{children}</PresetButtons>
      {note}
    </div>
  )
}

/** Buttons that fill in the field next to them. */
export function PresetButtons({ label, children }: Omit<FieldWithPresetsProps, 'field' | 'note'>) {
  return (
    <fieldset className={styles.presets} aria-label={label}>
      {children}
    </fieldset>
  )
}
