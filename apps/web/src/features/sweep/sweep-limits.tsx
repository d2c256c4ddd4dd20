import { Checkbox } from '@opal/ui/controls/checkbox'
import { useSite } from '../../app/site.tsx'
import { canBuyOn } from '../../entities/order/marketplace-abilities.ts'
import { AptField } from '../../shared/components/apt-field.tsx'
import { amountAdvice, parseApt } from '../../shared/format/apt.ts'
import styles from './sweep-limits.module.css'

export interface AmountFieldProps {
  label: string
  text: string
  /** Undefined for invalid text. */
  octas: bigint | null | undefined
  onChange(text: string): void
}

/** Field for a limit in APT; empty for none. */
export function AmountField({ label, text, octas, onChange }: AmountFieldProps) {
  return (
    <span className={styles.amount}>
      <AptField
        label={label}
        placeholder="No limit"
        value={text}
        error={octas === undefined ? adviceOn(text) : undefined}
        onChange={onChange}
      />
    </span>
  )
}

function adviceOn(text: string): string {
  return parseApt(text) === null ? amountAdvice(text) : 'Enter an amount above zero'
}

export interface MarketplacesFieldProps {
  excluded: readonly string[]
  onChange(excluded: readonly string[]): void
}

/** Field for the marketplaces to buy on; renders nothing for a single one. The last one cannot be excluded. */
export function MarketplacesField({ excluded, onChange }: MarketplacesFieldProps) {
  const open = useSite().marketplaces.filter(canBuyOn)
  if (open.length < 2) return null
  const toggle = (id: string, isIn: boolean) => {
    const next = isIn ? excluded.filter((one) => one !== id) : [...excluded, id]
    if (open.some((marketplace) => !next.includes(marketplace.id))) onChange(next)
  }
  return (
    <fieldset className={styles.marketplaces}>
      <legend>Buy on</legend>
      {open.map(({ id, displayName }) => (
        <Checkbox
          key={id}
          label={displayName}
          checked={!excluded.includes(id)}
          onCheckedChange={(isIn) => toggle(id, isIn)}
        >
          {displayName}
        </Checkbox>
      ))}
    </fieldset>
  )
}
