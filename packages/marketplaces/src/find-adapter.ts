import type { MarketplaceAdapter } from './adapter.ts'

/** Finds the adapter with this id, else the one that carries it as an alias, else null. */
export function findById(adapters: readonly MarketplaceAdapter[], id: string): MarketplaceAdapter | null {
  return (
    adapters.find((adapter) => adapter.id === id) ?? adapters.find((adapter) => adapter.aliases.includes(id)) ?? null
  )
}

/**
 * Finds the one adapter that says it is ours.
 * @throws TypeError when none or several do: a fault of the folder, found at the first import.
 */
export function findNative(adapters: readonly MarketplaceAdapter[]): MarketplaceAdapter {
  const [native, ...others] = adapters.filter((adapter) => adapter.isNative)
  if (native === undefined || others.length > 0) throw new TypeError('Exactly one marketplace must be the native one.')
  return native
}
