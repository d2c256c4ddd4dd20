import { getToken } from '@opal/contract/endpoints/get-token'
import { Button } from '@opal/ui/button'
import { TextField } from '@opal/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { APT_DECIMALS, formatApt, parseApt } from '../../lib/format/apt.ts'
import { formatUnits } from '../../lib/format/decimal.ts'
import { useSite } from '../../lib/site.tsx'
import type { TradeToken } from '../../lib/trade-request.ts'
import styles from './list-price.module.css'
import { listPriceError, priceWarning } from './price-guard.ts'

export interface ListPriceValue {
  /** Octas; undefined while there is no valid price. */
  readonly octas: bigint | undefined
  /** False while a price that looks like a slip has not been confirmed. */
  readonly accepted: boolean
}

/** The price to list at, with the floor and the last sale to start from. */
export function ListPrice({ token, onChange }: { token: TradeToken; onChange(value: ListPriceValue): void }) {
  const { api } = useSite()
  const detail = useQuery({
    queryKey: ['token', token.tokenDataId],
    queryFn: () => api(getToken, { params: { id: token.tokenDataId } }),
  })
  const floor = detail.data?.collectionFloorPrice ?? null
  const [text, setText] = useState('')
  const [sure, setSure] = useState(false)
  const octas = parseApt(text)
  const error = listPriceError(text, octas)
  const warning = octas === null || error !== null ? null : priceWarning(octas, floor === null ? null : BigInt(floor))

  const change = (next: string, isSure: boolean) => {
    const price = parseApt(next)
    const valid = price !== null && listPriceError(next, price) === null
    const suspicious = valid && priceWarning(price, floor === null ? null : BigInt(floor)) === 'far-below-floor'
    setText(next)
    setSure(isSure)
    onChange({ octas: valid ? price : undefined, accepted: !suspicious || isSure })
  }

  return (
    <div className={styles.price}>
      <TextField
        label="Price"
        placeholder="0.0"
        inputMode="decimal"
        autoFocus
        trail={<span>APT</span>}
        value={text}
        error={text === '' ? undefined : (error ?? undefined)}
        onChange={(event) => change(event.target.value, false)}
      />
      <div className={styles.presets}>
        <Preset name="Floor" octas={floor} onPick={(value) => change(value, false)} />
        <Preset name="Last sale" octas={detail.data?.lastSalePrice ?? null} onPick={(value) => change(value, false)} />
        <Preset name="Top bid" octas={detail.data?.topBid?.price ?? null} onPick={(value) => change(value, false)} />
      </div>
      {warning === 'far-above-floor' && (
        <p className={styles.warning}>This is more than 20 times the floor of {formatApt(floor)} APT.</p>
      )}
      {warning === 'far-below-floor' && (
        <label className={styles.guard}>
          <input type="checkbox" checked={sure} onChange={(event) => change(text, event.target.checked)} />
          This is less than half of the floor of {formatApt(floor)} APT. I want to list it at {formatApt(octas)} APT.
        </label>
      )}
    </div>
  )
}

function Preset({ name, octas, onPick }: { name: string; octas: string | null; onPick(value: string): void }) {
  if (octas === null) return null
  return (
    <Button size="sm" onClick={() => onPick(formatUnits(BigInt(octas), APT_DECIMALS))}>
      {name} {formatApt(octas)}
    </Button>
  )
}
