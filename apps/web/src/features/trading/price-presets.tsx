import { Button } from '@opal/ui/button'
import { Select } from '@opal/ui/select'
import { TextField } from '@opal/ui/text-field'
import { useState } from 'react'
import { formatApt } from '../../lib/format/apt.ts'
import { PresetButtons } from './preset-buttons.tsx'
import styles from './price-presets.module.css'
import { BASIS_WORDS, basisOctas, type PriceBasis, withPercent } from './price-references.ts'
import type { PricedToken } from './use-priced-tokens.ts'

export interface PricePresetsProps {
  rows: readonly PricedToken[]
  /** They are for sale now, so that there is a price to start from. */
  isListed: boolean
  onApply(basis: PriceBasis, percent: string): void
}

/** Prices by floor, trait floor, last sale or the present price, some percent up or down: for one token as buttons, for many at once. */
export function PricePresets({ rows, isListed, onApply }: PricePresetsProps) {
  const bases: readonly PriceBasis[] = [
    'floor',
    'trait-floor',
    'last-sale',
    ...(isListed ? (['current'] as const) : []),
  ]
  const [percent, setPercent] = useState('')
  const [basis, setBasis] = useState<PriceBasis>('floor')
  const isPercent = withPercent(1n, percent) !== null || withPercent(10n ** 8n, percent) !== null
  const [only] = rows
  const known = rows.length === 1 && only !== undefined ? only : null
  const field = (
    <TextField
      label="Percent over or under"
      placeholder="0"
      inputMode="text"
      trail={<span>%</span>}
      value={percent}
      error={isPercent ? undefined : 'A percentage is a number, such as -5'}
      onChange={(event) => setPercent(event.target.value)}
    />
  )
  if (known !== null) {
    return (
      <PresetButtons label="Start from">
        {bases.map((one) => {
          const octas = basisOctas(one, known.references, known.token.listedPrice)
          return octas === null ? null : (
            <Button key={one} size="sm" onClick={() => onApply(one, '')}>
              {BASIS_WORDS[one]} {formatApt(octas)}
            </Button>
          )
        })}
        {known.references.floor !== null && (
          <>
            <Button size="sm" onClick={() => onApply('floor', '-5')}>
              5% under floor
            </Button>
            <Button size="sm" onClick={() => onApply('floor', '5')}>
              5% over floor
            </Button>
          </>
        )}
      </PresetButtons>
    )
  }
  return (
    <div className={styles.bar}>
      <Select
        label="Start from"
        value={basis as PriceBasis}
        onValueChange={(next) => setBasis(next)}
        options={bases.map((value) => ({ value, label: BASIS_WORDS[value] }))}
      />
      {field}
      <Button disabled={!isPercent} onClick={() => onApply(basis, percent)}>
        Apply to all
      </Button>
    </div>
  )
}
