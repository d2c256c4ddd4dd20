import { Button } from '@opal/ui/controls/button'
import { Segmented } from '@opal/ui/controls/segmented'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSite } from '../../../app/site.tsx'
import { bidPoolQuery, useLiveBidPool } from '../../../entities/order/bid-pool.ts'
import { hasPools } from '../../../entities/order/marketplace-abilities.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { AptField } from '../../../shared/components/apt-field.tsx'
import { amountAdvice, formatApt, formatAptExact, parseApt, plainApt, toOctas } from '../../../shared/format/apt.ts'
import { formatCount, formatCounted } from '../../../shared/format/number.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { FieldWithPresets } from '../fields/preset-buttons.tsx'
import { LEFT_FOR_GAS_OCTAS } from './bid-rules.ts'
import styles from './offer-price-field.module.css'

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
  /** Says which other bids a deposit pays; null where the pool pays all of them already. */
  readonly others: string | null
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
  const balance = toOctas(pool.data?.balance)
  const usual = usualDeposit(budget, balance, useStore(walletSession).balance)
  const text = typed ?? (usual > 0n ? plainApt(usual) : '')
  const octas = text.trim() === '' ? 0n : parseApt(text)
  const error = octas === null ? amountAdvice(text) : octas < 0n ? 'Value cannot be negative' : undefined
  const pays = isOffered && (isOnly || isChosen)
  const deposit = error === undefined && octas !== null ? octas : 0n
  const missing = price === null || balance === null ? 0n : price - balance - deposit
  return {
    isOffered,
    pays,
    setPays,
    text,
    setText,
    error,
    balance,
    deposit: String(deposit),
    others: pool.data === undefined ? null : unpaidNote(pool.data, 'other '),
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

/** Bids that a pool has to pay. Null until the form is complete. */
export interface PoolFieldsProps {
  pool: PoolPayment
  /** Octas of one item. */
  price: bigint | null
  /** Items that the bid is for. */
  size: number | null
}

/** Fields for the payment of a bid. */
export function PoolFields(props: PoolFieldsProps) {
  const { pays, setPays } = props.pool
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
      {pays ? <DepositField {...props} /> : <PaymentNote>{LOCK_NOTE}</PaymentNote>}
    </>
  )
}

/** Field for what goes into the pool with a bid that it pays. */
export function DepositField({ pool, price, size }: PoolFieldsProps) {
  const { text, setText, error, balance } = pool
  const missing = price === null || size === null || balance === null ? 0n : price * BigInt(size) - balance
  const note = partlyFunded({ pool, price, size })
  return (
    <>
      <FieldWithPresets
        field={<AptField label="Deposit into your pool" value={text} error={error} onChange={setText} />}
        label="Suggested deposits"
      >
        {missing > 0n && (
          <Button size="sm" onClick={() => setText(plainApt(missing))}>
            Fund this bid: {formatApt(missing, 'up')} APT
          </Button>
        )}
        {balance !== null && <span className={styles.fact}>In your pool {formatApt(balance, 'down')} APT</span>}
      </FieldWithPresets>
      {[note, pool.deposit === '0' ? null : pool.others].map(
        (text) =>
          text !== null && (
            <p key={text} className={styles.warning} role="status">
              {text}
            </p>
          ),
      )}
      <PaymentNote>{POOL_NOTE}</PaymentNote>
    </>
  )
}

const POOL_NOTE =
  'Your bid pool is one deposit that backs all your pool bids. It pays when a seller accepts, and you can withdraw it at any time.'
const LOCK_NOTE = 'The full amount is locked in this bid until it’s filled or you cancel it.'

/**
 * Says that a deposit also pays for the pool's present bids, where its balance does not cover all of them, such as an old bid at a higher price;
 * null where it does.
 * @param which word before the bids, with a space.
 */
export function unpaidNote(
  { balance, bids, exposure }: { readonly balance: string; readonly bids: number; readonly exposure: string },
  which: '' | 'other ',
): string | null {
  if (bids === 0 || BigInt(exposure) <= BigInt(balance)) return null
  const them = bids === 1 ? 'it' : 'them'
  return `Your pool backs ${formatCounted(bids, `${which}bid`)} worth ${formatApt(exposure)} APT, more than it holds. Sellers can accept ${them} with what you deposit.`
}

/** Says how a bid is paid, with the way to the rest of it. */
function PaymentNote({ children }: { children: string }) {
  return (
    <p className={styles.fact}>
      {children}{' '}
      <Link className={styles.more} to="/help#bid-pool" target="_blank">
        How bids are paid
      </Link>
    </p>
  )
}

/** Says for how many items the pool pays now; null where it pays for all, or for none, which holds the bid back. */
function partlyFunded({ pool: { balance, deposit, error }, price, size }: PoolFieldsProps): string | null {
  if (balance === null || error !== undefined || price === null || price <= 0n || size === null) return null
  const funded = (balance + BigInt(deposit)) / price
  if (funded === 0n || funded >= BigInt(size)) return null
  return `Your pool pays for ${formatCount(String(funded))} of ${formatCount(size)} now. Deposit more to fund the rest.`
}
