import * as Radix from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import styles from './menu.module.css'

/** Root and trigger of a menu; the items are its children. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.content} align="end" sideOffset={6} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface MenuItemProps {
  icon?: ReactNode
  tone?: 'plain' | 'negative'
  onSelect(): void
  children: ReactNode
}

/** One thing a menu can do. */
export function MenuItem({ icon, tone = 'plain', onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={styles.item} data-tone={tone} onSelect={onSelect}>
      {icon}
      {children}
    </Radix.Item>
  )
}

export interface MenuLinkProps {
  /** Accessible name, where the words alone do not say enough. */
  label?: string
  href: string
  /** The browser keeps what it leads to as a file. */
  download?: boolean
  children: ReactNode
}

/** A place, or a file, that a menu leads to. */
export function MenuLink({ label, href, download = false, children }: MenuLinkProps) {
  return (
    <Radix.Item className={styles.item} asChild>
      <a href={href} aria-label={label} {...(download && { download: '' })}>
        {children}
      </a>
    </Radix.Item>
  )
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <Radix.Separator className={styles.separator} />
}

/** Words in a menu that are no action. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className={styles.label}>{children}</Radix.Label>
}
