import { Button } from '@opal/ui/controls/button'
import { TextField } from '@opal/ui/controls/text-field'
import { type FocusEvent, type FormEvent, useContext, useEffect, useState } from 'react'
import groupStyles from './filter-group.module.css'
import styles from './item-filters.module.css'
import { ReportUnapplied } from './report-unapplied.ts'

export interface RangeFilterProps<Value extends bigint | number> {
  title: string
  /** Name of the value, for the labels of the fields: `Lowest price`. */
  noun: string
  min: Value | null
  max: Value | null
  /** @returns null for invalid text. */
  parse(text: string): Value | null
  write(value: Value): string
  /** Returns the error message for invalid text. */
  advice(text: string): string
  onApply(min: Value | null, max: Value | null): void
}

/** Fields for two optional bounds, applied by Enter, by leaving them, or by a button that shows while they differ from those in force. */
export function RangeFilter<Value extends bigint | number>(props: RangeFilterProps<Value>) {
  const { title, noun, parse, write, onApply } = props
  const textOf = (value: Value | null) => (value === null ? '' : write(value))
  const [lowest, setLowest] = useState(textOf(props.min))
  const [highest, setHighest] = useState(textOf(props.max))
  const [inForce, setInForce] = useState({ min: props.min, max: props.max })
  // A bound that changes elsewhere, such as by a removed chip, replaces the text of its own field only: the user may be typing in the
  // other. Remounting by `key` would lose the focus.
  if (inForce.min !== props.min || inForce.max !== props.max) {
    setInForce({ min: props.min, max: props.max })
    if (inForce.min !== props.min) setLowest(textOf(props.min))
    if (inForce.max !== props.max) setHighest(textOf(props.max))
  }
  const [min, max] = [parse(lowest), parse(highest)]
  const error = rangeError(props, { lowest, highest, min, max })
  const isApplied = min === props.min && max === props.max && error === undefined
  const report = useContext(ReportUnapplied)
  const isUnapplied = error === undefined && !isApplied
  useEffect(() => {
    if (!isUnapplied) return
    report(true)
    return () => report(false)
  }, [report, isUnapplied])
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (error === undefined) onApply(min, max)
  }
  // Typed values are applied also when the filters are closed without pressing Apply.
  const applyWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (isUnapplied && !currentTarget.contains(relatedTarget)) onApply(min, max)
  }
  return (
    <form className={styles.rangeGroup} onSubmit={apply} onBlur={applyWhenLeft}>
      <h2 className={groupStyles.title}>{title}</h2>
      <div className={styles.range}>
        <Bound label={`Lowest ${noun}`} placeholder="Min" value={lowest} onChange={setLowest} />
        <span aria-hidden="true">to</span>
        <Bound label={`Highest ${noun}`} placeholder="Max" value={highest} onChange={setHighest} />
      </div>
      <span className={styles.apply} data-idle={isApplied || undefined}>
        <Button size="sm" type="submit" aria-label={`Apply ${noun} range`} disabled={error !== undefined}>
          Apply
        </Button>
      </span>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </form>
  )
}

function Bound(props: { label: string; placeholder: string; value: string; onChange(text: string): void }) {
  return (
    <TextField
      label={props.label}
      hideLabel
      placeholder={props.placeholder}
      inputMode="decimal"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

function rangeError<Value extends bigint | number>(
  { noun, advice }: RangeFilterProps<Value>,
  typed: { lowest: string; highest: string; min: Value | null; max: Value | null },
): string | undefined {
  const { lowest, highest, min, max } = typed
  if (lowest !== '' && min === null) return advice(lowest)
  if (highest !== '' && max === null) return advice(highest)
  if ((min !== null && min < 0) || (max !== null && max < 0)) return 'Value cannot be negative'
  if (min !== null && max !== null && min > max) return `Min ${noun} is above max`
  return undefined
}
