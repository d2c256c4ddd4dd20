import type { ReactNode } from 'react'
import { Price } from '../../../shared/components/price.tsx'
import { formatAptExact, formatBalance, formatGas } from '../../../shared/format/apt.ts'
import styles from './money-row.module.css'

export interface MoneyRowProps {
  name: ReactNode
  octas: string | bigint | null
  /** Part of the row above. */
  part?: boolean
  strong?: boolean
  line?: boolean
  /** Comes to the signer, where the rows around it are paid. */
  gained?: boolean
  /** An estimate, and most often next to nothing. */
  gas?: boolean
  /** The signer's balance afterwards, rounded as balances are. */
  balance?: boolean
  hint?: string | undefined
}

/** Shows an amount of a trade next to its name, in a list `<dl>`. */
export function MoneyRow({ name, octas, part, strong, line, gained, gas, balance, hint }: MoneyRowProps) {
  return (
    <div
      className={styles.row}
      data-part={part || undefined}
      data-strong={strong || undefined}
      data-line={line || undefined}
    >
      <dt>
        {name}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </dt>
      <dd>
        {gained && '+'}
        {gas ? (
          <Rounded octas={BigInt(octas ?? 0)} text={formatGas(BigInt(octas ?? 0))} />
        ) : balance && octas !== null ? (
          <Rounded octas={octas} text={formatBalance(octas)} />
        ) : (
          <Price octas={octas} exact />
        )}
      </dd>
    </div>
  )
}

/** Shows a rounded amount, with the exact one in its tooltip. */
function Rounded({ octas, text }: { octas: string | bigint; text: string }) {
  return (
    <span className={styles.rounded} title={formatAptExact(octas)} data-hint="">
      {text}
    </span>
  )
}
