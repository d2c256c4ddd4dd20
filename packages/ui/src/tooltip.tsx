import * as Radix from 'radix-ui/tooltip'
import type { ReactElement, ReactNode } from 'react'
import styles from './tooltip.module.css'

export interface TooltipProps {
  content: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** One element that can take focus, or text wrapped in one. */
  children: ReactElement
}

/** Words that appear beside an element on hover and on focus. Needs a TooltipProvider above. */
export function Tooltip({ content, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.content} side={side} sideOffset={6} collisionPadding={12}>
          {content}
          <Radix.Arrow className={styles.arrow} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Lets neighbouring tooltips open without a new wait. Once, around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}
