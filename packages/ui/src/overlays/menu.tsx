import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useCloseOnBack } from './focus/use-close-on-back.ts'
import styles from './menu.module.css'

export interface MenuProps {
  trigger: ReactElement
  /** It is open when it is there first: its code was loaded by the press of a button that looks the same. */
  startsOpen?: boolean
  children: ReactNode
}

/** The distance of menus from the window's edges; at the top they leave the app bar free, which is 60 px high. */
const PADDING = { top: 64, right: 8, bottom: 8, left: 8 } as const

/** A dropdown menu: a trigger, and items as children. */
export function Menu({ trigger, startsOpen = false, children }: MenuProps) {
  const [open, setOpen] = useState(startsOpen)
  useCloseOnBack(open, () => setOpen(false))
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        {/* At the end of the page, outside of its landmarks: it is one of its own. */}
        <section aria-label="Menu">
          <Radix.Content className={styles.content} align="end" sideOffset={6} collisionPadding={PADDING}>
            {children}
          </Radix.Content>
        </section>
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

/** An action of a menu. */
export function MenuItem({ icon, tone = 'plain', onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={styles.item} data-tone={tone} onSelect={onSelect}>
      {icon}
      {children}
    </Radix.Item>
  )
}

export interface MenuCheckboxProps {
  checked: boolean
  onCheckedChange(checked: boolean): void
  children: ReactNode
}

/** A choice of a menu, which stays open: several may be changed. */
export function MenuCheckbox({ checked, onCheckedChange, children }: MenuCheckboxProps) {
  return (
    <Radix.CheckboxItem
      className={styles.item}
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className={styles.check}>
        <Radix.ItemIndicator>
          <Check aria-hidden="true" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  )
}

export interface MenuLinkProps {
  /** Accessible name, where the visible text is not enough. */
  label?: string
  href: string
  /** Downloads the target. */
  download?: boolean
  children: ReactNode
}

/** A link of a menu, to a page or a download. */
export function MenuLink({ label, href, download = false, children }: MenuLinkProps) {
  return (
    <Radix.Item className={styles.item} asChild>
      <a href={href} aria-label={label} {...(download && { download: '' })}>
        {children}
      </a>
    </Radix.Item>
  )
}

/** A separator between groups of items. */
export function MenuSeparator() {
  return <Radix.Separator className={styles.separator} />
}

/** A heading of a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className={styles.label}>{children}</Radix.Label>
}
