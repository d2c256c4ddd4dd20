import type { MarketplaceInfo } from '@opal/contract/network'
import { Select } from '@opal/ui/controls/select'
import { useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { formatBps } from '../../../shared/format/number.ts'
import styles from './marketplace-field.module.css'

export interface MarketplaceFieldProps {
  /** Null for the native one. */
  value: string | null
  onChange(id: string | null): void
  /** Returns whether a marketplace can be chosen. */
  isOpen(marketplace: MarketplaceInfo): boolean
}

/**
 * Returns the marketplace of a new order, null for the native one, a function that chooses it, and what is known of it. Where the
 * native one is closed to such orders, the first open one is chosen.
 * @param isOpen returns whether a marketplace takes such orders.
 */
export function useMarketplaceChoice(isOpen: MarketplaceFieldProps['isOpen']) {
  const { marketplaces } = useSite()
  const open = marketplaces.filter(isOpen)
  const [chosen, choose] = useState<string | null>(null)
  const first = open.some(({ isNative }) => isNative) ? null : (open[0]?.id ?? null)
  const id = chosen ?? first
  const marketplace = marketplaces.find((one) => (id === null ? one.isNative : one.id === id))
  return [id, choose, marketplace] as const
}

/** Field for the marketplace; renders nothing where there is only one. */
export function MarketplaceField({ value, onChange, isOpen }: MarketplaceFieldProps) {
  const { marketplaces } = useSite()
  const open = marketplaces.filter(isOpen)
  const native = open.find(({ isNative }) => isNative)
  if (open.length < 2) return null
  return (
    <div className={styles.field}>
      <span aria-hidden="true">Marketplace</span>
      <Select
        label="Marketplace"
        value={value ?? native?.id ?? ''}
        onValueChange={(id) => onChange(id === native?.id ? null : id)}
        options={open.map((marketplace) => ({
          value: marketplace.id,
          label: `${marketplace.displayName} (fee ${formatBps(marketplace.commissionBps)})`,
        }))}
      />
    </div>
  )
}
