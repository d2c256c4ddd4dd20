import type { Rounding } from '@opal/domain/text/decimal'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Octas, toOctas } from '../format/apt.ts'
import styles from './live-price.module.css'
import { Price } from './price.tsx'

/** An amount in the user's currency, which flashes when a live message changes it. */
export function LivePrice({
  octas,
  rounding,
  className,
}: {
  octas: Octas
  rounding?: Rounding
  className?: string | undefined
}) {
  return (
    <Flash octas={octas} className={className}>
      <Price octas={octas} {...(rounding !== undefined && { rounding })} />
    </Flash>
  )
}

interface FlashProps {
  octas: Octas
  /** The caller's class, in addition to its own. */
  className?: string | undefined
  children: ReactNode
}

/** Flashes for 1.5 s when its amount changes: green when it rose, red when it fell. @source docs/product/live-and-notifications.md#price-flash */
export function Flash({ octas, className, children }: FlashProps) {
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
      className={className === undefined ? styles.flash : `${styles.flash} ${className}`}
      data-flash={direction ?? undefined}
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) setDirection(null)
      }}
    >
      {children}
    </span>
  )
}
