import styles from '../../../shared/components/gain.module.css'
import { Price } from '../../../shared/components/price.tsx'
import type { Octas } from '../../../shared/format/apt.ts'

/** A cost; `unknown` where it is null, never 0. @source docs/product/portfolio-and-pnl.md#cost */
export function Cost({ octas }: { octas: Octas }) {
  if (octas === null || octas === undefined) return <span className={styles.unknown}>unknown</span>
  return <Price octas={octas} rounding="up" />
}
