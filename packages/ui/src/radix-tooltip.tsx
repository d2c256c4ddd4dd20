import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import styles from './tooltip.module.css'
import type { TooltipProps } from './tooltip.tsx'

/** The working tooltip; loaded by TooltipProvider once the page stands. */
export function RadixTooltip({ content, side = 'top', children }: TooltipProps) {
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

/** Lets neighbouring tooltips open without a new wait. */
export function RadixTooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}
