import type { ReactNode } from 'react'
import styles from './search-popup.module.css'

/** A heading and its results. */
export function SearchSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
