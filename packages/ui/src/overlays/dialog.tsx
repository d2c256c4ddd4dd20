import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './dialog.module.css'
import { controlsOf } from './focus/focus-place.ts'
import { scrollingBody } from './focus/scrolling-body.ts'
import { useCloseOnBack } from './focus/use-close-on-back.ts'
import { useReturnFocus } from './focus/use-return-focus.ts'

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** One sentence under the title; also what a screen reader announces. */
  description?: ReactNode
  /** The title only names the dialog, because the content has a heading of its own. */
  hideTitle?: boolean
  /** In place of a hidden title, next to the close button. */
  lead?: ReactNode
  /** Largest width in px. On phones every dialog is a bottom sheet. */
  width?: number
  /** The page's address opens it, as a step of the history: Back closes it already. */
  hasAddress?: boolean
  /** Grows downward as its user types, so that the pressed control stays where it is. */
  grows?: boolean
  /** Called for Enter while the dialog itself has the focus, as it has when it opens. */
  onEnter?(): void
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  children: ReactNode
}

/** A modal dialog; a bottom sheet on phones. Closes by Escape, Back of a phone, a click outside and its close button. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, hideTitle = false, lead, width = 480, footer, children } = props
  const returnFocus = useReturnFocus(open)
  useCloseOnBack(open && props.hasAddress !== true, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.content}
          data-grows={props.grows || undefined}
          style={{ '--dialog-width': `${width}px` } as CSSProperties}
          onOpenAutoFocus={focusContent}
          onCloseAutoFocus={returnFocus}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget) return
            stepBack(event)
            if (event.key === 'Enter' && !event.repeat && props.onEnter !== undefined) {
              // Otherwise the browser would press the button that gets the focus.
              event.preventDefault()
              props.onEnter()
            }
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className={styles.header} data-bare={hideTitle || undefined}>
            {/* Hidden, it names the dialog, and is no second heading. */}
            <Radix.Title className={hideTitle ? styles.hidden : styles.title} aria-hidden={hideTitle || undefined}>
              {title}
            </Radix.Title>
            {lead}
            <Radix.Close asChild>
              <IconButton label="Close" size="sm">
                <X />
              </IconButton>
            </Radix.Close>
          </div>
          <div ref={scrollingBody} className={styles.body}>
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

/**
 * Focuses the field that asks for it, which a dialog below may have taken the focus from; else the dialog itself, so that it is announced
 * and no button can be pressed by accident.
 */
function focusContent(event: Event): void {
  const content = event.currentTarget
  if (!(content instanceof HTMLElement) || content.contains(document.activeElement)) return
  event.preventDefault()
  const field = content.querySelector<HTMLElement>('[data-autofocus]')
  ;(field ?? content).focus()
}

/** Steps from a dialog that has the focus itself to its last control: the browser would leave it, and be sent back. */
function stepBack(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || !event.shiftKey) return
  event.preventDefault()
  controlsOf(event.currentTarget).at(-1)?.focus()
}
