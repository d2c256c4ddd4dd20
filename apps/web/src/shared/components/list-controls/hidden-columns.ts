import { useAddressView } from '../../hooks/use-address-view.ts'

/** Reads the hidden columns of a table from its address, in the table's order: `cols=-owners,-supply`. */
export function parseHidden<Id extends string>(search: URLSearchParams, known: readonly Id[]): readonly Id[] {
  const named = new Set(search.get('cols')?.split(','))
  return known.filter((id) => named.has(`-${id}`))
}

/** Puts hidden columns into an address; nothing where all are shown. */
export function putHidden(search: URLSearchParams, hidden: readonly string[]): void {
  if (hidden.length === 0) search.delete('cols')
  else search.set('cols', hidden.map((id) => `-${id}`).join(','))
}

/** Returns the hidden columns of the page's address, and a function that changes them. @param known columns that can be hidden */
export function useHiddenColumns<Id extends string>(known: readonly Id[]) {
  const [{ hidden }, change] = useAddressView({
    parse: (search) => ({ hidden: parseHidden(search, known) }),
    apply: (search, view) => {
      const next = new URLSearchParams(search)
      putHidden(next, view.hidden)
      return next
    },
  })
  return [hidden, (next: readonly Id[]) => change({ hidden: next })] as const
}
