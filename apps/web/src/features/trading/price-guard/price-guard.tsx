import { compareOctas } from '@opal/domain/prices/octas'
import { useRef, useState } from 'react'
import { groupedApt, parseApt } from '../../../shared/format/apt.ts'
import { typedText } from '../../../shared/format/typed-text.ts'
import styles from '../dialog/notes.module.css'
import type { TradeGuard } from '../dialog/trade-guard.ts'
import { TypedConfirmation } from '../dialog/typed-confirmation.tsx'
import type { NamedAnomaly } from './use-price-anomalies.ts'

const REASON = 'Confirm the unusual price above to continue.'
const UNCOMPARED = 'Couldn’t compare the price with the market.'

/** Nothing is typed yet. */
const NOTHING_TYPED = { key: '', text: '', lossOctas: 0n, buyers: [] as readonly (string | null)[] }

/** A confirmation holds until so many times as much may be lost as when it was typed, and more than this part of the amount, as a divisor. */
const FAR_WORSE = 2n
const WORTH_TYPING = 10n

/**
 * Requires the user to type the unusual price that may lose the most, and names it first: an item of little value must not stand for the others.
 * A price is typed again after it changes, and where far more may be lost than before: whoever lowered a floor by a cheap listing can withdraw
 * that listing at any time. The same holds where a price for one buyer becomes one for another buyer, or for everyone. The typed text is kept
 * while the field is hidden.
 * @param isUncompared some reference prices could not be loaded: the user is told, and may go on.
 */
export function usePriceGuard(anomalies: readonly NamedAnomaly[], isUncompared = false): TradeGuard {
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const input = useRef<HTMLInputElement>(null)
  const focus = () => input.current?.focus()
  const sorted = anomalies.toSorted((one, other) => compareOctas(lossOfAll(other), lossOfAll(one)))
  const [first] = sorted
  if (first === undefined)
    return { isHeld: false, reason: REASON, field: isUncompared && <p className={styles.notes}>{UNCOMPARED}</p>, focus }
  // The others stay in the order of the items: sorted by loss the key would change with every price update.
  const key = [first, ...anomalies].map(({ tokenDataId, name, octas }) => `${tokenDataId ?? name} ${octas}`).join()
  const lossOctas = lossOfAll(first)
  // Floors and top bids move a little all the time: only a far larger loss voids the confirmation.
  const isFarWorse =
    lossOctas > typed.lossOctas * FAR_WORSE && lossOctas * WORTH_TYPING > first.octas * BigInt(first.items ?? 1)
  // In the order of the key, so that indexes match.
  const buyers = anomalies.map(({ reservedFor = null }) => reservedFor)
  const isForOthers = typed.buyers.some((buyer, at) => buyer !== null && buyer !== buyers[at])
  const text = typed.key === key && !isFarWorse && !isForOthers ? typed.text : ''
  const written = groupedApt(first.octas)
  // As in any field of an amount, or with commas as the dialog writes it.
  const isConfirmed = typedText(text) === written || parseApt(text) === first.octas
  return {
    isHeld: !isConfirmed,
    reason: REASON,
    field: (
      <TypedConfirmation
        key={key}
        phrase={written}
        text={text}
        isConfirmed={isConfirmed}
        input={input}
        onChange={(next) => setTyped({ key, text: next, lossOctas, buyers })}
      >
        {sorted.map(({ sentence }) => sentence).join(' ')}
      </TypedConfirmation>
    ),
    focus,
  }
}

/** Returns what an unusual price may lose for all that is paid so much, octas. */
function lossOfAll({ lossOctas = 0n, items = 1 }: NamedAnomaly): bigint {
  return lossOctas * BigInt(items)
}
