import { Command } from 'cmdk'
import * as Radix from 'radix-ui/dialog'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Keys } from '../controls/keys.tsx'
import styles from './command-menu.module.css'
import { useCloseOnBack } from './focus/use-close-on-back.ts'
import { useReturnFocus } from './focus/use-return-focus.ts'

/** A command of the menu. */
export interface CommandItem {
  readonly id: string
  readonly title: string
  readonly group: string
  /** Additional search terms. */
  readonly keywords?: string
  /** Shortcut that is shown with it. */
  readonly keys?: string
  readonly icon?: ReactNode
  /** At the end of its line. */
  readonly detail?: ReactNode
  /** The caller found it for the input: it is shown whatever its words are. */
  readonly found?: true
  onChoose(): void
}

export interface CommandMenuProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Accessible name. */
  label: string
  placeholder: string
  /** Called with the input whenever it changes. */
  onTextChange?(text: string): void
  /** Ordered by group. */
  items: readonly CommandItem[]
  /** The caller is still searching for the input: Enter on the fallback waits for the result, 2 s at most. */
  isPending?: boolean
  /** Creates a last item from the input, which always matches. */
  fallback?: (text: string) => CommandItem
}

/** Longest wait of a pressed Enter for the results of the input. */
const MAX_WAIT_MS = 2_000

/** A command palette: a modal with a search field over a list of commands. */
export function CommandMenu(props: CommandMenuProps) {
  const { open, onOpenChange, label, placeholder, onTextChange, items, fallback, isPending = false } = props
  const [text, setText] = useState('')
  const [isEntered, setEntered] = useState(false)
  const change = (next: string) => {
    setEntered(false)
    setText(next)
    onTextChange?.(next)
  }
  const returnFocus = useReturnFocus(open)
  const close = (next: boolean) => {
    if (!next) change('')
    onOpenChange(next)
  }
  useCloseOnBack(open, () => close(false))
  const last = text.trim() === '' ? undefined : fallback?.(text.trim())
  const [selected, setSelected] = useSelected(items, last)
  const choose = (item: CommandItem | undefined) => {
    close(false)
    item?.onChoose()
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isPending || selected !== last?.id) return
    event.preventDefault()
    setEntered(true)
  }
  useEntered(isEntered, isPending, () => choose(bestOf(items, text) ?? last))
  const row = (item: CommandItem, always = item.found ?? false) => (
    <Row key={item.id} item={item} always={always} onChosen={() => choose(item)} />
  )
  return (
    <Radix.Root open={open} onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content className={styles.content} aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
          <Radix.Title className={styles.hidden}>{label}</Radix.Title>
          <Command
            label={label}
            value={selected}
            onValueChange={setSelected}
            onKeyDown={enter}
            loop
            filter={(_id, typed, keywords = []) => matchWordPrefixes(typed, keywords.join(' '))}
          >
            <Command.Input className={styles.input} placeholder={placeholder} value={text} onValueChange={change} />
            <Command.List className={styles.list} label={label}>
              {[...Map.groupBy(items, ({ group }) => group)].map(([group, own]) => (
                <Command.Group
                  key={group}
                  heading={group}
                  className={styles.group}
                  forceMount={own.some((item) => item.found)}
                >
                  {own.map((item) => row(item))}
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

/** Returns the selected item's id. What the caller finds takes the selection from the fallback, and from nothing else. */
function useSelected(items: readonly CommandItem[], fallback: CommandItem | undefined) {
  const [selected, setSelected] = useState('')
  const isFallback = useRef(false)
  useEffect(() => {
    isFallback.current = selected === fallback?.id
  })
  const firstFound = items.find(({ found }) => found)?.id
  useEffect(() => {
    if (firstFound !== undefined && isFallback.current) setSelected(firstFound)
  }, [firstFound])
  return [selected, setSelected] as const
}

/** Calls back once after Enter was pressed: when nothing is pending any more, or after the longest wait. */
function useEntered(isEntered: boolean, isPending: boolean, onOver: () => void): void {
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  useEffect(() => {
    if (!isEntered) return
    const timer = setTimeout(() => over.current(), isPending ? MAX_WAIT_MS : 0)
    return () => clearTimeout(timer)
  }, [isEntered, isPending])
}

/** Returns the found item with exactly this title, else the first found one. */
function bestOf(items: readonly CommandItem[], text: string): CommandItem | undefined {
  const found = items.filter((item) => item.found)
  const wanted = text.trim().toLowerCase()
  return found.find(({ title }) => title.toLowerCase() === wanted) ?? found[0]
}

function Row({ item, always, onChosen }: { item: CommandItem; always: boolean; onChosen(): void }) {
  return (
    <Command.Item
      className={styles.item}
      value={item.id}
      keywords={[item.title, item.keywords ?? '']}
      forceMount={always}
      onSelect={onChosen}
    >
      {item.icon}
      <span className={styles.title}>{item.title}</span>
      {item.detail}
      {item.keys !== undefined && <Keys keys={item.keys} />}
    </Command.Item>
  )
}

/**
 * Scores an input against a text: every typed word must be a prefix of a word of the text. Returns 1 when the text begins with
 * the input, 0.5 for another match, 0 for none.
 */
export function matchWordPrefixes(typed: string, text: string): number {
  const wanted = typed.trim().toLowerCase()
  const words = text.toLowerCase().split(/[\s.]+/)
  if (!wanted.split(/\s+/).every((one) => words.some((word) => word.startsWith(one)))) return 0
  return text.toLowerCase().startsWith(wanted) ? 1 : 0.5
}
