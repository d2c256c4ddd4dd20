import type { ApiContext } from '../context.ts'

/** Rows of collections, each with its owners counted by its own rule where it has one. */
export async function withOwnCounts<Row extends { readonly collectionId: string; readonly ownerCount: bigint }>(
  { ownerCounts }: Pick<ApiContext, 'ownerCounts'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const own = await ownerCounts(rows.map(({ collectionId }) => collectionId))
  if (own.size === 0) return rows
  return rows.map((row) => ({ ...row, ownerCount: own.get(row.collectionId) ?? row.ownerCount }))
}
