import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatApt } from '../../../../shared/format/apt.ts'
import { formatCount } from '../../../../shared/format/number.ts'
import { FieldWithPresets, PresetButtons } from '../../fields/preset-buttons.tsx'
import { askedAnomaly } from '../../price-guard/price-anomalies.ts'
import {
  BASIS_LABELS,
  basisOctas,
  floorLabel,
  type PriceBasis,
  withPercent,
} from '../../price-guard/price-references.ts'
import styles from './price-presets.module.css'
import type { PricedToken, PricedTokens } from './use-priced-tokens.ts'

export interface PricePresetsProps
  extends Pick<PricedTokens, 'rows' | 'basis' | 'percent' | 'percentAdvice' | 'changePercent'> {
  /** They are for sale now, so that there is a price to start from. */
  isListed: boolean
  /** Reference prices are still loading: a press would leave some tokens without a price. */
  isLooking: boolean
  onApply: PricedTokens['apply']
  /** The field of the price, or the table of many. */
  children: ReactNode
}

/**
 * Prices by floor, trait floor, last sale or the present price, some percent up or down: for one token as buttons below its field, which stays
 * where it is as they load; for many at once, above their table.
 */
export function PricePresets(props: PricePresetsProps) {
  const { rows, isListed, onApply } = props
  const current = isListed ? (['current'] as const) : []
  const bases = ['cost', 'break-even', 'top-bid', 'floor', 'trait-floor', 'last-sale', ...current] as const
  const [only, ...others] = rows
  if (only === undefined || others.length > 0) {
    return (
      <>
        <PresetsForMany {...props} bases={bases} />
        {props.children}
      </>
    )
  }
  return <PresetsForOne row={only} bases={bases} onApply={onApply} field={props.children} />
}

interface PresetsProps extends Pick<PricePresetsProps, 'onApply'> {
  /** Available bases. */
  bases: readonly PriceBasis[]
}

function PresetsForOne({ row, bases, onApply, field }: PresetsProps & { row: PricedToken; field: ReactNode }) {
  const noteId = useId()
  const presets = presetsOf(row, bases)
  return (
    <FieldWithPresets
      field={field}
      label="Start from"
      note={
        presets.some(({ isUnusual }) => isUnusual) && (
          <p id={noteId} className={styles.note}>
            <TriangleAlert aria-hidden="true" /> Marked prices are far from the market: you’ll be asked to type them
            again.
          </p>
        )
      }
    >
      {presets.map(({ basis, percent, label, isUnusual }) => (
        <Button
          key={`${basis} ${percent}`}
          size="sm"
          aria-describedby={isUnusual ? noteId : undefined}
          icon={isUnusual && <TriangleAlert aria-hidden="true" />}
          onClick={() => onApply(basis, percent)}
        >
          {label}
        </Button>
      ))}
    </FieldWithPresets>
  )
}

interface Preset {
  readonly basis: PriceBasis
  readonly percent: string
  readonly label: string
  /** Its price has to be typed again before it can be signed. */
  readonly isUnusual: boolean
}

function presetsOf({ references, present }: PricedToken, bases: readonly PriceBasis[]): readonly Preset[] {
  const atBases = bases.flatMap((basis) => {
    // A token without a trait floor gets the floor, which has a preset already.
    if (basis === 'trait-floor' && references.startingTraitFloor === null) return []
    const octas = basisOctas(basis, references, present)
    if (octas === null) return []
    const isUnusual = basis !== 'current' && askedAnomaly(octas, references) !== null
    return [{ basis, percent: '', label: `${BASIS_LABELS[basis]} ${formatApt(octas)}`, isUnusual }]
  })
  const aroundFloor = ['-5', '5'].flatMap((percent) => {
    const octas = references.floor === null ? null : withPercent(references.floor, percent)
    // Prices are rounded, so the real difference may be 5.22%, or far more of a tiny floor.
    const label = octas === null ? null : floorLabel(octas, references.floor, { isWhole: true })
    if (octas === null || label === null) return []
    return [{ basis: 'floor' as const, percent, label, isUnusual: askedAnomaly(octas, references) !== null }]
  })
  return [...atBases, ...aroundFloor]
}

/** Says that items that cost nothing have got no price from their cost; null where each has one. */
function freeNote(rows: readonly PricedToken[]): string | null {
  const count = rows.filter(({ references, text }) => references.cost === 0n && text.trim() === '').length
  if (count === 0) return null
  return count === 1
    ? '1 item cost nothing. Enter its price.'
    : `${formatCount(count)} items cost nothing. Enter their prices.`
}

/** Percentage and basis can be chosen in either order. */
function PresetsForMany({
  rows,
  bases,
  basis: chosen,
  isLooking,
  percent,
  percentAdvice: advice,
  onApply,
  changePercent,
}: Omit<PricePresetsProps, 'children'> & PresetsProps) {
  const isKnown = (basis: PriceBasis) =>
    rows.some(({ references, present }) => basisOctas(basis, references, present) !== null)
  return (
    <div className={styles.bar}>
      <TextField
        label="Percent over or under"
        placeholder="0"
        inputMode="text"
        trail={<span>%</span>}
        value={percent}
        error={advice ?? undefined}
        onChange={({ target }) => changePercent(target.value)}
      />
      <PresetButtons label="Price all at">
        {bases
          .filter((basis) => isLooking || isKnown(basis))
          .map((basis) => (
            <Button
              key={basis}
              size="sm"
              disabled={advice !== null || isLooking}
              aria-busy={isLooking}
              aria-pressed={basis === chosen}
              onClick={() => onApply(basis, percent)}
            >
              {BASIS_LABELS[basis]}
            </Button>
          ))}
      </PresetButtons>
      <p className={styles.base} role="status">
        {chosen === null && percent !== '' && advice === null && 'Choose which price the percentage applies to.'}
        {(chosen === 'cost' || chosen === 'break-even') && freeNote(rows)}
      </p>
    </div>
  )
}
