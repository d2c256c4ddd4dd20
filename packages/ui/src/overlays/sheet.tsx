import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { scrollingBody } from './focus/scrolling-body.ts'
import { useCloseOnBack } from './focus/use-close-on-back.ts'
import { useReturnFocus } from './focus/use-return-focus.ts'
import styles from './sheet.module.css'

export interface SheetProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** The edge that it is attached to. */
  side?: 'bottom' | 'left' | 'right'
  footer?: ReactNode
  children: ReactNode
}

/** A modal panel at an edge of the window, for filters and menus on phones. */
export function Sheet({ open, onOpenChange, title, side = 'bottom', footer, children }: SheetProps) {
  const returnFocus = useReturnFocus(open)
  useCloseOnBack(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.content}
          data-side={side}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <div className={styles.header}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" size="sm">
                <X />
              </IconButton>
            </Radix.Close>
          </div>
          <div ref={scrollingBody} className={styles.body}>
            {children}
          </div>
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
