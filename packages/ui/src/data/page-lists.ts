import { type RefObject, useEffect } from 'react'

/** A list of items in the page, such as a table or a grid of cards. */
export interface PageList {
  /** Its accessible name. */
  readonly label: string
  readonly frame: HTMLElement
}

let lists: readonly PageList[] = []
const listeners = new Set<() => void>()

/** Returns the lists in view that have items; those in dialogs do not belong to the page. */
export function pageLists(): readonly PageList[] {
  return lists
}

/** Calls `onChange` when a list comes or goes. @returns a function that ends it. */
export function followPageLists(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** Registers a list while it has items, so that a link of the page can lead to it. */
export function usePageList(frame: RefObject<HTMLElement | null>, label: string, hasItems: boolean): void {
  useEffect(() => {
    const element = frame.current
    if (!hasItems || element === null || element.closest('[role="dialog"]') !== null) return
    const list = { label, frame: element }
    replace([...lists, list])
    return () => replace(lists.filter((one) => one !== list))
  }, [frame, label, hasItems])
}

function replace(next: readonly PageList[]): void {
  lists = next
  for (const listener of [...listeners]) listener()
}
