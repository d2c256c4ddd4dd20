import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openTradeDialog, quoteOf, YOU } from '../testing/trade-harness.tsx'
import { dialog, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const DEPOSIT = '/api/user/pool/deposit'
const WITHDRAW = '/api/user/pool/withdraw'

// @feature bid.pool
describe('a bid pool', () => {
  const open = (kind: 'pool-deposit' | 'pool-withdrawal', balance: string) => {
    const bodies: { readonly octas?: string }[] = []
    const answer = (asked: unknown) => {
      bodies.push(asked as { octas?: string })
      return quoteOf()
    }
    openTradeDialog({ kind, balance }, { answers: { [DEPOSIT]: answer, [WITHDRAW]: answer } })
    return bodies
  }
  const amount = () => screen.findByLabelText('Amount')

  it('takes the deposit that is typed', async () => {
    const bodies = open('pool-deposit', '0')
    await dialog('Deposit into your bid pool')
    await user.type(await amount(), '2.5')
    await press('Deposit')
    await says('Deposit complete')
    expect(bodies.at(-1)?.octas).toBe('250000000')
  })

  it('gives back all that it holds, and no more', async () => {
    const bodies = open('pool-withdrawal', '300000001')
    await dialog('Withdraw from your bid pool')
    await user.type(await amount(), '3.00000002')
    await says('Your bid pool holds less than that')
    expect(bodies.filter(({ octas }) => BigInt(octas ?? 0) > 300_000_001n)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(((await amount()) as HTMLInputElement).value).toBe('3.00000001')
    await press('Withdraw')
    await says('Withdrawal complete')
    expect(bodies.at(-1)?.octas).toBe('300000001')
  })

  it('follows what the pool holds now: a bid may have been accepted since the dialog was asked for', async () => {
    openTradeDialog(
      { kind: 'pool-withdrawal', balance: '300000000' },
      {
        answers: {
          [`/data/user/pool/${YOU}`]: () => ({ balance: '100000000', bids: 0, exposure: '0' }),
          [WITHDRAW]: () => quoteOf(),
        },
      },
    )
    await dialog('Withdraw from your bid pool')
    await says('In your pool 1 APT')
    await user.type(await amount(), '2')
    await says('Your bid pool holds less than that')
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(((await amount()) as HTMLInputElement).value).toBe('1')
  })

  // @feature bid.pool-covered
  it.each([
    ['1', 2, null],
    ['1.5', 2, 'Your pool backs 2 bids worth 2 APT. Sellers won’t see a bid that the remaining 1.5 APT can’t pay for.'],
    [
      '1.00000001',
      2,
      'Your pool backs 2 bids worth 2 APT. Sellers won’t see a bid that the remaining 1.9999 APT can’t pay for.',
    ],
    ['3', 2, 'Your pool backs 2 bids worth 2 APT. Sellers won’t see them until you deposit again.'],
    ['3', 1, 'Your pool backs 1 bid worth 2 APT. Sellers won’t see it until you deposit again.'],
  ])('says that a withdrawal of %s leaves bids unpaid, of %i', async (text, bids, said) => {
    openTradeDialog(
      { kind: 'pool-withdrawal', balance: '300000000' },
      {
        answers: {
          [`/data/user/pool/${YOU}`]: () => ({ balance: '300000000', bids, exposure: '200000000' }),
          [WITHDRAW]: () => quoteOf(),
        },
      },
    )
    await dialog('Withdraw from your bid pool')
    await says('In your pool 3 APT')
    await user.type(await amount(), text)
    await says('Balance after')
    if (said === null) expect(screen.queryByText(/Your pool backs/)).toBeNull()
    else await says(said)
  })

  // @feature bid.pool-covered
  it.each([
    ['300000000', 2, '900000000', '2 bids worth 9 APT, more than it holds. Sellers can accept them'],
    ['0', 1, '900000000', '1 bid worth 9 APT, more than it holds. Sellers can accept it'],
    ['300000000', 2, '300000000', null],
    ['300000000', 0, '0', null],
  ])(
    'says which bids a deposit pays: the pool holds %s octas and has %i of %s',
    async (balance, bids, exposure, said) => {
      openTradeDialog(
        { kind: 'pool-deposit', balance },
        { answers: { [`/data/user/pool/${YOU}`]: () => ({ balance, bids, exposure }), [DEPOSIT]: () => quoteOf() } },
      )
      await dialog('Deposit into your bid pool')
      await user.type(await amount(), '1')
      await says('Balance after')
      if (said === null) expect(screen.queryByText(/^Your pool backs/)).toBeNull()
      else await says(`Your pool backs ${said} with what you deposit.`)
    },
  )

  it.each(['0', '-1', 'x'])('sends nothing for %s', async (text) => {
    const bodies = open('pool-deposit', '0')
    await user.type(await amount(), text)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Deposit' }).disabled).toBe(true)
    expect(bodies).toEqual([])
  })
})
