import { Button } from '@opal/ui/button'
import { Select } from '@opal/ui/select'
import { Switch } from '@opal/ui/switch'
import { TextField } from '@opal/ui/text-field'
import { type FormEvent, useState } from 'react'
import { APT_DECIMALS, parseApt } from '../../lib/format/apt.ts'
import { formatUnits } from '../../lib/format/decimal.ts'
import { useSite } from '../../lib/site.tsx'
import styles from './item-filters.module.css'
import type { ItemsView } from './items-view.ts'

export interface ItemFiltersProps {
  view: ItemsView
  onViewChange(view: ItemsView): void
}

/** The filters of a collection's items: a panel on the left, a sheet on phones. */
export function ItemFilters({ view, onViewChange }: ItemFiltersProps) {
  const venues = useSite().marketplaces.filter(({ status }) => status !== 'absent')
  return (
    <div className={styles.filters}>
      <Switch
        label="Listed only"
        checked={view.listedOnly}
        onCheckedChange={(listedOnly) => onViewChange({ ...view, listedOnly })}
      />
      {/* A new range from outside, such as a cleared chip, starts the form anew. */}
      <PriceRange key={`${view.minPrice} ${view.maxPrice}`} view={view} onViewChange={onViewChange} />
      {venues.length > 1 && (
        <div className={styles.group}>
          <h2 className={styles.title}>Marketplace</h2>
          <Select
            label="Marketplace"
            value={view.marketplace ?? ''}
            onValueChange={(id) => onViewChange({ ...view, marketplace: id === '' ? null : id })}
            options={[
              { value: '', label: 'All' },
              ...venues.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
          />
        </div>
      )}
    </div>
  )
}

function PriceRange({ view, onViewChange }: ItemFiltersProps) {
  const [min, setMin] = useState(boundText(view.minPrice))
  const [max, setMax] = useState(boundText(view.maxPrice))
  const minPrice = min === '' ? null : parseApt(min)
  const maxPrice = max === '' ? null : parseApt(max)
  const error = rangeError(min, max, minPrice, maxPrice)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (error === undefined) onViewChange({ ...view, minPrice, maxPrice })
  }
  return (
    <form className={styles.group} onSubmit={apply}>
      <h2 className={styles.title}>Price in APT</h2>
      <div className={styles.range}>
        <TextField
          label="Lowest price"
          hideLabel
          placeholder="Min"
          inputMode="decimal"
          value={min}
          onChange={(event) => setMin(event.target.value)}
        />
        <span aria-hidden="true">to</span>
        <TextField
          label="Highest price"
          hideLabel
          placeholder="Max"
          inputMode="decimal"
          value={max}
          onChange={(event) => setMax(event.target.value)}
        />
      </div>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button type="submit" size="sm" wide disabled={error !== undefined}>
        Apply
      </Button>
    </form>
  )
}

function boundText(octas: bigint | null): string {
  return octas === null ? '' : formatUnits(octas, APT_DECIMALS)
}

function rangeError(min: string, max: string, minPrice: bigint | null, maxPrice: bigint | null): string | undefined {
  if ((min !== '' && minPrice === null) || (max !== '' && maxPrice === null)) return 'Prices are numbers, such as 1.5'
  if ((minPrice ?? 0n) < 0n || (maxPrice ?? 0n) < 0n) return 'Value cannot be negative'
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) return 'The lowest price is above the highest'
  return undefined
}
