import { Command } from 'cmdk'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useState } from 'react'
import { Keys } from '../controls/keys.tsx'
import styles from './command-menu.module.css'
import { useReturnFocus } from './use-return-focus.ts'

/** Something that can be chosen by name. */
export interface CommandItem {
  readonly id: string
  readonly title: string
  readonly group: string
  /** Further words it is found by. */
  readonly words?: string
  /** Shown beside it. */
  readonly keys?: string
  readonly icon?: ReactNode
  onChoose(): void
}

export interface CommandMenuProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Accessible name. */
  label: string
  placeholder: string
  /** In the order of their groups. */
  items: readonly CommandItem[]
  /** Always offered last, made of what was typed. */
  fallback?: (text: string) => CommandItem
}

/** One field over everything that can be done: type a few letters, choose with the arrows and Enter. */
export function CommandMenu({ open, onOpenChange, label, placeholder, items, fallback }: CommandMenuProps) {
  const [text, setText] = useState('')
  const returnFocus = useReturnFocus(open)
  const close = (next: boolean) => {
    if (!next) setText('')
    onOpenChange(next)
  }
  const groups = [...new Set(items.map(({ group }) => group))]
  const last = text.trim() === '' ? undefined : fallback?.(text.trim())
  const row = (item: CommandItem, always = false) => (
    <Row key={item.id} item={item} always={always} onChosen={() => close(false)} />
  )
  return (
    <Radix.Root open={open} onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content className={styles.content} aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <Radix.Title className={styles.hidden}>{label}</Radix.Title>
          <Command label={label} loop filter={(_id, typed, words = []) => beginsWords(typed, words.join(' '))}>
            <Command.Input className={styles.input} placeholder={placeholder} value={text} onValueChange={setText} />
            <Command.List className={styles.list} label={label}>
              {groups.map((group) => (
                <Command.Group key={group} heading={group} className={styles.group}>
                  {items.filter((item) => item.group === group).map((item) => row(item))}
                </Command.Group>
              ))}
              {last !== undefined && row(last, true)}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Row({ item, always, onChosen }: { item: CommandItem; always: boolean; onChosen(): void }) {
  return (
    <Command.Item
      className={styles.item}
      value={item.id}
      keywords={[item.title, item.words ?? '']}
      forceMount={always}
      onSelect={() => {
        onChosen()
        item.onChoose()
      }}
    >
      {item.icon}
      <span className={styles.title}>{item.title}</span>
      {item.keys !== undefined && <Keys keys={item.keys} />}
    </Command.Item>
  )
}

/**
 * How well typed words fit some text: each must begin a word of it. 1 when the text begins with what was typed, less
 * otherwise, 0 when it does not fit.
 */
export function beginsWords(typed: string, text: string): number {
  const wanted = typed.trim().toLowerCase()
  const words = text.toLowerCase().split(/[\s.]+/)
  if (!wanted.split(/\s+/).every((one) => words.some((word) => word.startsWith(one)))) return 0
  return text.toLowerCase().startsWith(wanted) ? 1 : 0.5
}
