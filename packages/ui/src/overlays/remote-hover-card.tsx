import * as Radix from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'
import styles from './hover-card.module.css'

export interface RemoteHoverCardProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly children: ReactNode
  onStay(): void
  onLeave(): void
  onClose(): void
}

/** An open hover card; it never takes the focus. */
export default function RemoteHoverCard({ anchor, label, children, onStay, onLeave, onClose }: RemoteHoverCardProps) {
  const keepFocus = (event: Event) => event.preventDefault()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Radix.Portal>
        <Radix.Content
          className={styles.card}
          // No dialog: the page behind remains usable, with its keys.
          role="group"
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          onOpenAutoFocus={keepFocus}
          onCloseAutoFocus={keepFocus}
          onPointerEnter={onStay}
          onPointerLeave={onLeave}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
