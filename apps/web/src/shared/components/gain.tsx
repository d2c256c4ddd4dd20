import { useSite } from '../../app/site.tsx'
import { formatAptExact, type Octas, toOctas } from '../format/apt.ts'
import { formatGain } from '../format/gain.ts'
import { formatUsdExact } from '../format/usd.ts'
import styles from './gain.module.css'

/** A profit or a loss: sign, colour and, where it is rounded also on a tap and by keyboard, exact amount; `unknown` where it is not known. */
export function Gain({ octas }: { octas: Octas }) {
  const { currency, usdRate } = useSite()
  const amount = toOctas(octas)
  if (amount === null) return <span className={styles.unknown}>unknown</span>
  const inUsd = currency === 'USD'
  const exact = inUsd ? formatUsdExact(amount, usdRate) : formatAptExact(amount)
  const shown = formatGain(amount, currency, usdRate)
  return (
    <span
      className={styles.gain}
      data-trend={amount > 0n ? 'up' : amount < 0n ? 'down' : 'flat'}
      title={exact}
      data-hint={shown.replace('+', '') === exact.replace(' APT', '') ? undefined : ''}
    >
      {shown}
      {!inUsd && <span className={styles.unit}> APT</span>}
    </span>
  )
}
