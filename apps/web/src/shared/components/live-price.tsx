import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Octas, toOctas } from '../format/apt.ts'
import styles from './live-price.module.css'
import { Price } from './price.tsx'

/** An amount in the user's currency, which flashes when a live message changes it. */
export function LivePrice({ octas }: { octas: Octas }) {
  return (
    <Flash octas={octas}>
      <Price octas={octas} />
    </Flash>
  )
}

/** Flashes for 1.5 s when its amount changes: green when it rose, red when it fell. @source docs/product/live-and-notifications.md#price-flash */
export function Flash({ octas, children }: { octas: Octas; children: ReactNode }) {
  const before = useRef(octas)
  const [direction, setDirection] = useState<'up' | 'down' | null>(null)
  useEffect(() => {
    const from = toOctas(before.current)
    const to = toOctas(octas)
    before.current = octas
    if (from === null || to === null || from === to) return
    setDirection(to > from ? 'up' : 'down')
  }, [octas])
  return (
    <span
      className={styles.flash}
      data-flash={direction ?? undefined}
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) setDirection(null)
      }}
    >
      {children}
    </span>
  )
}
