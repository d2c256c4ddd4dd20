import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import { LentTrigger } from './lent-trigger.tsx'
import styles from './tooltip.module.css'

export interface WorkingTooltipProps {
  /** The element that the words belong to. */
  trigger: HTMLElement
  content: ReactNode
  side: 'top' | 'bottom' | 'left' | 'right'
}

/** What opens, positions and closes a tooltip; loaded when one is first wanted. */
export default function WorkingTooltip({ trigger, content, side }: WorkingTooltipProps) {
  return (
    <Radix.Provider delayDuration={250} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>
          <LentTrigger element={trigger} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={styles.content} side={side} sideOffset={6} collisionPadding={12}>
            {content}
            <Radix.Arrow className={styles.arrow} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
