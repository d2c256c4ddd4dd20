import type { TermsInput } from '@opal/contract/trading/selling'
import { toAddressOrNull } from '@opal/domain/address'
import { TextField } from '@opal/ui/controls/text-field'
import { useState } from 'react'
import { AptField } from '../../../shared/components/apt-field.tsx'
import { amountAdvice, parseApt } from '../../../shared/format/apt.ts'
import styles from './terms-fields.module.css'

/** Terms of new listings as they are typed; empty for none. Times are those of date fields, in the reader's time zone. */
export interface TypedTerms {
  readonly expires: string
  readonly buyer: string
  readonly least: string
  readonly endPrice: string
  readonly fallsUntil: string
}

/** Errors of typed terms, by field. */
export type TermsErrors = { readonly [Field in keyof TypedTerms]?: string }

export const NO_TYPED_TERMS: TypedTerms = { expires: '', buyer: '', least: '', endPrice: '', fallsUntil: '' }

/**
 * Reads typed terms.
 * @param lowest the lowest price that they hold for, octas; null while none is typed.
 * @param nowMs when the dialog was opened: a price falls from then on.
 * @returns the terms for the API, undefined for none, and what is wrong.
 */
export function readTerms(
  typed: TypedTerms,
  lowest: bigint | null,
  nowMs: number,
): { readonly terms: TermsInput | undefined; readonly errors: TermsErrors } {
  const errors: Partial<Record<keyof TypedTerms, string>> = {}
  const seconds = (field: 'expires' | 'fallsUntil'): string | undefined => {
    if (typed[field] === '') return undefined
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
  const reservedFor = typed.buyer.trim() === '' ? undefined : (toAddressOrNull(typed.buyer.trim()) ?? undefined)
  if (typed.buyer.trim() !== '' && reservedFor === undefined) errors.buyer = 'Enter a wallet address.'
  if (endPrice !== undefined && untilSeconds === undefined) errors.fallsUntil ??= 'Choose when the price reaches this.'
  if (endPrice === undefined && untilSeconds !== undefined) errors.endPrice ??= 'Enter the price it falls to.'
  if (endPrice !== undefined && lowest !== null && BigInt(endPrice) >= lowest)
    errors.endPrice ??= 'Has to be below the price.'
  const fall =
    endPrice === undefined || untilSeconds === undefined
      ? undefined
      : { endPrice, fromSeconds: String(Math.floor(nowMs / 1_000)), untilSeconds }
  const named = { fall, expiresAtSeconds, reservedFor, leastProceeds }
  const terms = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as TermsInput
  return { terms: Object.keys(terms).length === 0 ? undefined : terms, errors }
}

/** Fields for terms of a listing, folded away: most listings have none. */
export function TermsFields({
  value,
  errors,
  onChange,
}: {
  value: TypedTerms
  errors: TermsErrors
  onChange(value: TypedTerms): void
}) {
  const [now] = useState(() => dateTimeOf(Date.now()))
  const field = (name: keyof TypedTerms) => ({ value: value[name], error: errors[name] })
  const set = (name: keyof TypedTerms) => (text: string) => onChange({ ...value, [name]: text })
  const time = (name: 'expires' | 'fallsUntil', label: string) => (
    <TextField
      {...field(name)}
      label={label}
      type="datetime-local"
      min={now}
      onChange={(event) => set(name)(event.target.value)}
    />
  )
  return (
    <details className={styles.fold}>
      <summary>Advanced: expiry, falling price, reserved buyer</summary>
      <div className={styles.fields}>
        {time('expires', 'Expires (optional)')}
        <AptField {...field('endPrice')} label="Falls to (optional)" onChange={set('endPrice')} />
        {time('fallsUntil', 'Reaches it at')}
        <TextField
          {...field('buyer')}
          label="Reserved for (optional)"
          placeholder="0x…"
          onChange={(event) => set('buyer')(event.target.value)}
        />
        <AptField {...field('least')} label="Least you receive (optional)" onChange={set('least')} />
      </div>
    </details>
  )
}

/** A moment as a date field writes it, in the reader's time zone. */
function dateTimeOf(ms: number): string {
  const date = new Date(ms)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
