import { type ReactNode, useId } from 'react'
import styles from './table-section.module.css'

/** A titled table above the main one of a tab. */
export function TableSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
