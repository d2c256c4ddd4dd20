import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { CSSProperties, ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './dialog.module.css'
import { useReturnFocus } from './use-return-focus.ts'

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** One sentence under the title; also what a screen reader announces. */
  description?: ReactNode
  /** The title is for screen readers only, because the content shows its own. */
  hideTitle?: boolean
  /** Widest it gets, in px. On phones every dialog is a sheet from below. */
  width?: number
  /** Stays in view under the scrolling content. */
  footer?: ReactNode
  children: ReactNode
}

/** A modal dialog; a bottom sheet on phones. Closes by Escape, the scrim and its own cross. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, hideTitle = false, width = 480, footer, children } = props
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.content}
          style={{ '--dialog-width': `${width}px` } as CSSProperties}
          onOpenAutoFocus={focusContent}
          onCloseAutoFocus={returnFocus}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className={styles.header} data-bare={hideTitle || undefined}>
            <Radix.Title className={hideTitle ? styles.hidden : styles.title}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" size="sm">
                <X />
              </IconButton>
            </Radix.Close>
          </div>
          <div className={styles.body}>
            {description !== undefined && (
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            )}
            {children}
          </div>
          {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The focus starts on the dialog itself, so that its first words are read and no button is armed; a field may claim it. */
function focusContent(event: Event): void {
  const content = event.currentTarget
  if (!(content instanceof HTMLElement) || content.contains(document.activeElement)) return
  event.preventDefault()
  content.focus()
}
