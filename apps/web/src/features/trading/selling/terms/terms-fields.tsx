import type { ListingTerms } from '@opal/contract/shapes/orders'
import type { TermsInput } from '@opal/contract/trading/selling'
import { TextField } from '@opal/ui/controls/text-field'
import { type ChangeEvent, type FocusEvent, useState } from 'react'
import { AptField } from '../../../../shared/components/apt-field.tsx'
import { amountAdvice, formatAptExact, parseApt, plainApt } from '../../../../shared/format/apt.ts'
import { dateTimeFieldOf } from '../../../../shared/format/date-field.ts'
import { formatZonedMinute } from '../../../../shared/format/time.ts'
import { RecipientField } from '../../ending/recipient-field.tsx'
import styles from './terms-fields.module.css'

/**
 * Terms of listings as they are typed; empty for none. Times are those of date fields, in the reader's time zone, or {@link UNFINISHED_TIME}.
 */
export interface TypedTerms {
  readonly expires: string
  readonly buyer: string
  readonly least: string
  readonly endPrice: string
  readonly fallsUntil: string
}

/** Errors of typed terms, by field. */
export type TermsErrors = { readonly [Field in keyof TypedTerms]?: string }

/** Prices that terms are typed for, in octas; null while none is typed. */
interface TypedPrices {
  readonly lowest: bigint | null
  /** Returns the least that a sale at one of the prices brings, or at one that they fall to. */
  proceedsAt(endPrice: string | undefined): bigint | null
}

/** A time of which a part is typed, such as a day without an hour: its field has no text, as one in which nothing is typed. */
const UNFINISHED_TIME = 'unfinished'

/** Terms of which nothing is typed. */
export const NO_TYPED_TERMS: TypedTerms = { expires: '', buyer: '', least: '', endPrice: '', fallsUntil: '' }

/**
 * Reads typed terms.
 * @param nowMs when the dialog was opened.
 * @param buyer address of the typed buyer; null for none, while its name is looked up, and where it is none.
 * @param seller the connected wallet.
 * @returns the terms for the API, undefined for none, and what is wrong.
 */
export function readTerms(
  typed: TypedTerms,
  { lowest, proceedsAt }: TypedPrices,
  nowMs: number,
  buyer: string | null,
  seller: string,
): { readonly terms: TermsInput | undefined; readonly errors: TermsErrors } {
  const errors: Partial<Record<keyof TypedTerms, string>> = {}
  const seconds = (field: 'expires' | 'fallsUntil'): string | undefined => {
    if (typed[field] === '') return undefined
    if (typed[field] === UNFINISHED_TIME) {
      errors[field] = 'Enter the date and the time.'
      return undefined
    }
    const ms = new Date(typed[field]).getTime()
    if (!(ms > nowMs)) errors[field] = 'Choose a later time.'
    return Number.isNaN(ms) ? undefined : String(Math.floor(ms / 1_000))
  }
  const octas = (field: 'least' | 'endPrice'): string | undefined => {
    if (typed[field].trim() === '') return undefined
    const amount = parseApt(typed[field])
    if (amount === null || amount <= 0n)
      errors[field] = amount === null ? amountAdvice(typed[field]) : 'Enter an amount above zero.'
    return amount === null ? undefined : String(amount)
  }
  const [expiresAtSeconds, untilSeconds] = [seconds('expires'), seconds('fallsUntil')]
  const [leastProceeds, endPrice] = [octas('least'), octas('endPrice')]
  const tooHigh = minimumError(leastProceeds, proceedsAt(endPrice), endPrice !== undefined)
  if (tooHigh !== null) errors.least ??= tooHigh
  const reservedFor = typed.buyer.trim() === '' ? undefined : (buyer ?? undefined)
  if (typed.buyer.trim() !== '' && reservedFor === undefined) errors.buyer = 'Enter an address or .apt name'
  if (reservedFor === seller) errors.buyer = 'This is your own wallet. No one else could buy the item.'
  if (endPrice !== undefined && untilSeconds === undefined) errors.fallsUntil ??= 'Choose when the price reaches this.'
  if (endPrice === undefined && untilSeconds !== undefined) errors.endPrice ??= 'Enter the price it falls to.'
  if (endPrice !== undefined && lowest !== null && BigInt(endPrice) >= lowest)
    errors.endPrice ??= 'Must be below the price.'
  const fall =
    endPrice === undefined || untilSeconds === undefined
      ? undefined
      : { endPrice, fromSeconds: fallsFrom(nowMs, untilSeconds), untilSeconds }
  const named = { fall, expiresAtSeconds, reservedFor, leastProceeds }
  const terms = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as TermsInput
  return { terms: Object.keys(terms).length === 0 ? undefined : terms, errors }
}

/** Longest time that a price stays as it is shown before it falls, in seconds. */
const MAX_SECONDS_BEFORE_FALL = 600

/**
 * Returns from when a price falls: a while after the dialog was opened, in which it is typed and signed. Else it would be listed below the
 * price that is shown.
 */
function fallsFrom(openedMs: number, untilSeconds: string): string {
  const opened = Math.floor(openedMs / 1_000)
  const half = Math.floor((Number(untilSeconds) - opened) / 2)
  return String(opened + Math.max(0, Math.min(MAX_SECONDS_BEFORE_FALL, half)))
}

/** Says why a minimum is too high for what the price brings; null where it is not. A price on its way down can bring an octa less than its end. */
function minimumError(minimum: string | undefined, proceeds: bigint | null, falls: boolean): string | null {
  if (minimum === undefined || proceeds === null) return null
  const brought = formatAptExact(proceeds)
  if (falls)
    return BigInt(minimum) < proceeds ? null : `The price it falls to brings you ${brought}. Enter less than that.`
  return BigInt(minimum) <= proceeds ? null : `This price brings you ${brought}.`
}

const MINUTE_MS = 60_000

/** Date fields have no later year. An end after it counts as none. */
const LAST_DATE_MS = Date.UTC(9_999, 0)

/**
 * Returns the terms of a listing as they are typed. A price that has fallen is a fixed one by now.
 * @param nowMs when the dialog was opened.
 */
export function typedTermsOf(terms: ListingTerms | null, nowMs: number): TypedTerms {
  if (terms === null) return NO_TYPED_TERMS
  const { endPrice, fallsUntilSeconds, expiresAtSeconds, reservedFor, leastProceeds } = terms
  const time = (seconds: string | null) => {
    const ms = Number(seconds ?? 0) * 1_000
    return seconds === null || ms > LAST_DATE_MS ? '' : dateTimeFieldOf(ms)
  }
  const untilMs = Number(fallsUntilSeconds ?? 0) * 1_000
  const isFalling = untilMs > nowMs && untilMs <= LAST_DATE_MS
  return {
    expires: time(expiresAtSeconds),
    buyer: reservedFor ?? '',
    least: plainApt(leastProceeds),
    endPrice: isFalling ? plainApt(endPrice) : '',
    fallsUntil: isFalling ? time(fallsUntilSeconds) : '',
  }
}

/** Fields for terms of a listing, folded away until some are there: most listings have none. */
export function TermsFields({
  value,
  errors,
  terms,
  note,
  onChange,
}: {
  value: TypedTerms
  errors: TermsErrors
  /** A summary of the terms; undefined for none. */
  terms: TermsInput | undefined
  /** Above the fields. */
  note?: string | undefined
  onChange(value: TypedTerms): void
}) {
  // Whole minutes: with seconds in `min`, date fields would ask for seconds.
  const [now] = useState(() => dateTimeFieldOf(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS))
  // Opens also when terms arrive later, such as from a listing that was just edited; clearing the fields does not close it.
  const isFilled = Object.values(value).some((text) => text !== '')
  const [isOpen, setOpen] = useState(isFilled)
  if (isFilled && !isOpen) setOpen(true)
  const field = (name: keyof TypedTerms) => ({ value: value[name], error: errors[name] })
  const set = (name: keyof TypedTerms) => (text: string) => onChange({ ...value, [name]: text })
  const time = (name: 'expires' | 'fallsUntil', label: string, hint: string | undefined) => {
    const read = ({ target }: ChangeEvent<HTMLInputElement> | FocusEvent<HTMLInputElement>) => {
      const text = typedTime(target)
      if (text !== value[name]) set(name)(text)
    }
    return (
      <TextField
        label={label}
        hint={hint}
        error={errors[name]}
        type="datetime-local"
        min={now}
        value={value[name] === UNFINISHED_TIME ? '' : value[name]}
        onChange={read}
        // A partly typed time fires no change event: read it when the field is left.
        onBlur={read}
      />
    )
  }
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>Advanced: expiry, falling price, reserved buyer</summary>
      <div className={styles.fields}>
        {note !== undefined && <p className={styles.note}>{note}</p>}
        {time('expires', 'Expires (optional)', expiryHint(terms))}
        <AptField {...field('endPrice')} label="Falls to (optional)" onChange={set('endPrice')} />
        {time('fallsUntil', 'Lowest price from', fallHint(terms))}
        {expiresBeforeEnd(value) && (
          <p className={styles.note} role="status">
            The listing expires before its price has fallen this far.
          </p>
        )}
        <RecipientField label="Reserved for (optional)" {...field('buyer')} isOptional onChange={set('buyer')} />
        <AptField {...field('least')} label="Minimum you receive (optional)" onChange={set('least')} />
      </div>
    </details>
  )
}

/** Returns the time in a date field. Without a mark of its own, a term of which only a part is typed would be left out silently. */
function typedTime({ value, validity }: Pick<HTMLInputElement, 'value' | 'validity'>): string {
  return value === '' && validity.badInput ? UNFINISHED_TIME : value
}

function expiryHint(terms: TermsInput | undefined): string | undefined {
  return terms?.expiresAtSeconds === undefined ? undefined : `Until ${formatZonedMinute(terms.expiresAtSeconds)}`
}

/** Says when a price begins to fall, and in which time zone its times are. */
function fallHint(terms: TermsInput | undefined): string | undefined {
  if (terms?.fall === undefined) return undefined
  const { fromSeconds, untilSeconds } = terms.fall
  return `Falls from ${formatZonedMinute(fromSeconds)} until ${formatZonedMinute(untilSeconds)}`
}

/** Returns whether a listing expires before its falling price has reached its end. */
export function expiresBeforeEnd({ expires, endPrice, fallsUntil }: TypedTerms): boolean {
  return endPrice.trim() !== '' && new Date(expires).getTime() < new Date(fallsUntil).getTime()
}
