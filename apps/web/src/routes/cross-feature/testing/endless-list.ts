import type { ApiClient } from '@opal/contract/client'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FIRST_PLACE } from '../../../shared/lists/page-window.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'

export const ID = `0x${'c'.repeat(64)}`
/** Keys of queries do not depend on the client. */
export const API = null as unknown as ApiClient
export const nothing = () => {}
/** Returns the id of row n. */
export const idOf = (n: number) => `0x${String(n).repeat(64)}`

/** An endless list, and how its rows come. */
export interface ListCase {
  readonly list: ReactElement
  readonly key: readonly unknown[]
  /** Creates row n; its text contains `Row <n>` where no table is named. */
  readonly row: (n: number) => object
  /** Pages are bare arrays. */
  readonly bare?: true
  /** Label of the table whose rows are counted. */
  readonly table?: string
}

/** Tests each list with two pages that share a row. Called once in a file. */
export function testSharedRows(lists: Readonly<Record<string, ListCase>>): void {
  const logged = vi.fn()
  beforeEach(() => {
    logged.mockReset()
    vi.spyOn(console, 'error').mockImplementation(logged)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it.each(Object.entries(lists))(
    'shows a row once that is on two pages: %s',
    async (_, { list, key, row, bare, table }) => {
      const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
      const pages = [
        [row(1), row(2)],
        [row(2), row(3)],
      ]
      queries.setQueryData(key, {
        pages: pages.map((data) => (bare ? data : { data, nextCursor: null, total: 3, unread: 0 })),
        pageParams: [FIRST_PLACE, FIRST_PLACE],
      })
      renderSite(list, {}, MARKETPLACES, { queries })
      if (table === undefined) {
        const shown = async (n: number) =>
          (await screen.findAllByText(new RegExp(`Row ${n}`), {}, { timeout: 15_000 })).length
        expect(await shown(2)).toBe(await shown(1))
        expect(await shown(3)).toBe(await shown(1))
      } else {
        const rows = await screen.findByRole('table', { name: table }, { timeout: 15_000 })
        expect(within(rows).getAllByRole('row')).toHaveLength(1 + 3)
      }
      // React logs an error when two rows of a list have the same key.
      expect(logged.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
    },
  )
}
