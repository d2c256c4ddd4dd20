import { Checkbox } from '@opal/ui/controls/checkbox'
import { useQuery } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import type { TradeGuard } from '../dialog/trade-guard.ts'
import { RecipientNodeContext } from './recipient-node.ts'
import styles from './transfer-dialog.module.css'

/**
 * Asks to confirm a recipient that has never sent a transaction: it may be a new wallet, or an address without a known key. Where the
 * node does not answer, nothing is asked.
 * @param address null while there is none.
 * @source docs/product/trading.md#recipients
 */
export function useRecipientGuard(address: string | null): TradeGuard {
  const node = useContext(RecipientNodeContext)
  const [sureOf, setSureOf] = useState<string | null>(null)
  const question = useRef<HTMLDivElement>(null)
  const { data: isUnused, isLoading } = useQuery({
    queryKey: ['never-sent', address],
    enabled: address !== null && node !== null,
    queryFn: async () => (await node?.sequenceNumber(address ?? '')) === 0n,
    staleTime: 0,
  })
  const focus = () => question.current?.querySelector('input')?.focus()
  if (address === null || (!isLoading && isUnused !== true)) return { isHeld: false, reason: '', field: null, focus }
  if (isLoading) return { isHeld: true, reason: 'Checking the address.', field: null, focus }
  return {
    isHeld: sureOf !== address,
    reason: 'Confirm the address above to continue.',
    field: (
      <div ref={question} className={styles.unused}>
        <p role="alert">This address has never sent a transaction. Make sure it’s the one you mean.</p>
        <Checkbox
          label="I’ve checked this address"
          checked={sureOf === address}
          onCheckedChange={(isSure) => setSureOf(isSure ? address : null)}
        >
          I’ve checked this address
        </Checkbox>
      </div>
    ),
    focus,
  }
}
