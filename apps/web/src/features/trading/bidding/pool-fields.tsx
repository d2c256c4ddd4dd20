import { Button } from '@opal/ui/controls/button'
import { Segmented } from '@opal/ui/controls/segmented'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import { bidPoolQuery, useLiveBidPool } from '../../../entities/order/bid-pool.ts'
import { hasPools } from '../../../entities/order/marketplace-abilities.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { AptField } from '../../../shared/components/apt-field.tsx'
import { APT_DECIMALS, amountAdvice, formatApt, formatAptExact, parseApt } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { FieldWithPresets } from '../dialog/preset-buttons.tsx'
import styles from './offer-price-field.module.css'

/** APT that a prefilled deposit leaves in the wallet, octas: 0.1 APT, many times what a bid's gas costs. */
const LEFT_FOR_GAS_OCTAS = 10_000_000n

/** How a bid is paid: by money that it locks, or by the bidder's pool. */
export interface PoolPayment {
  /** Whether our marketplace has pools on this network. */
  readonly isOffered: boolean
  /** Whether the pool pays this bid. */
  readonly pays: boolean
  setPays(pays: boolean): void
  /** Octas in the pool now; null until they are known. */
  readonly balance: bigint | null
  /** As it is typed; empty for none. */
  readonly text: string
  setText(text: string): void
  readonly error: string | undefined
  /** Octas that go into the pool with the bid. */
  readonly deposit: string
  /** Names the input that is missing; null when the form is complete. */
  readonly blank: string | null
}

/**
 * Holds the choice of a bid's payment.
 * @param price octas of one item; null until the form says.
 * @param isOnly whether nothing but the pool pays such a bid.
 * @param budget octas; what the pool lacks of them is the deposit until another is typed, as far as the wallet has it.
 */
export function usePoolPayment(wallet: string, price: bigint | null, isOnly = false, budget = 0n): PoolPayment {
  const { api, marketplaces } = useSite()
  const isOffered = hasPools(marketplaces.find(({ isNative }) => isNative))
  const [isChosen, setPays] = useState(false)
  const [typed, setText] = useState<string | null>(null)
  const pool = useQuery({ ...bidPoolQuery(api, wallet), enabled: isOffered })
  useLiveBidPool(wallet)
  const balance = pool.data === undefined ? null : BigInt(pool.data.balance)
  const usual = usualDeposit(budget, balance, useStore(walletSession).balance)
  const text = typed ?? (usual > 0n ? formatUnits(usual, APT_DECIMALS) : '')
  const octas = text.trim() === '' ? 0n : parseApt(text)
  const error = octas === null ? amountAdvice(text) : octas < 0n ? 'Value cannot be negative' : undefined
  const pays = isOffered && (isOnly || isChosen)
  const deposit = error === undefined && octas !== null ? octas : 0n
  const missing = price === null || balance === null ? 0n : price - balance - deposit
  return {
    ...{ isOffered, pays, setPays, text, setText, error, balance },
    deposit: String(deposit),
    blank: !pays ? null : error !== undefined ? 'Check the deposit.' : unfunded(missing, deposit),
  }
}

/** Returns what the pool lacks of a budget, as far as the wallet has it and a little is left for gas. Octas; 0 or less for none. */
function usualDeposit(budget: bigint, pool: bigint | null, wallet: bigint | null): bigint {
  const lacking = pool === null ? 0n : budget - pool
  const room = wallet === null ? lacking : wallet - LEFT_FOR_GAS_OCTAS
  return lacking < room ? lacking : room
}

/** A bid that its pool cannot pay for a single item counts nowhere. @param missing octas for one item. */
function unfunded(missing: bigint, deposit: bigint): string | null {
  if (missing <= 0n) return null
  return `Your bid pool can’t pay for one item. Deposit at least ${formatAptExact(missing + deposit)}.`
}

/** Fields for the payment of a bid. @param cost octas that the bid pays when all of it is accepted; null until the form says. */
export function PoolFields({ pool, cost }: { pool: PoolPayment; cost: bigint | null }) {
  const { pays, setPays } = pool
  return (
    <>
      <div className={styles.payment}>
        <span aria-hidden="true">Paid by</span>
        <Segmented
          label="Paid by"
          value={pays ? 'pool' : 'lock'}
          onValueChange={(value) => setPays(value === 'pool')}
          options={[
            { value: 'lock', content: 'Lock funds' },
            { value: 'pool', content: 'Bid pool' },
          ]}
        />
      </div>
      {pays && <DepositField pool={pool} cost={cost} />}
    </>
  )
}

/** Field for what goes into the pool with a bid that it pays. @param cost as of {@link PoolFields}. */
export function DepositField({ pool, cost }: { pool: PoolPayment; cost: bigint | null }) {
  const { text, setText, error, balance } = pool
  const missing = cost === null || balance === null ? 0n : cost - balance
  return (
    <FieldWithPresets
      field={<AptField label="Deposit into your pool" value={text} error={error} onChange={setText} />}
      label="Usual deposits"
    >
      {missing > 0n && (
        <Button size="sm" onClick={() => setText(formatUnits(missing, APT_DECIMALS))}>
          Fund this bid: {formatApt(missing)} APT
        </Button>
      )}
      {balance !== null && <span className={styles.fact}>In your pool {formatApt(balance)} APT</span>}
    </FieldWithPresets>
  )
}
