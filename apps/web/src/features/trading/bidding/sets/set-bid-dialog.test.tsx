import { formatUnits } from '@opal/domain/text/decimal'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { APT_DECIMALS, parseApt } from '../../../../shared/format/apt.ts'
import { ApiFailure } from '../../../../testing/render-site.tsx'
import { TOKEN } from '../../testing/trade-harness.tsx'
import { dialog, PATIENT, press, resetTradeHarness, says, user } from '../../testing/user-driver.ts'
import { CONDITION, FITTING, IDS, openSetBid, price, ROOT } from './testing/set-bid-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const { collectionId } = TOKEN

describe('a bid on the items that fit a filter', () => {
  // @feature bid.trait-builder
  it('shows how many fit and what they have in common, announces the set that the page built, and signs for its root', async () => {
    const bodies = openSetBid({ pool: '0' })
    const box = within(await dialog('Place Trait Bid'))
    await box.findByText('Trait bid · 3 matching items', {}, PATIENT)
    expect(
      within(box.getByRole('list', { name: 'The bid is for items with' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Fur: Gold or Red', 'Rank up to 500'])
    expect(bodies.announced).toEqual([])
    await user.type(await price(), '2')
    await press('Fund this bid: 2 APT')
    await press('Place Trait Bid')
    await says('Place Trait Bid Sucessful')
    expect(bodies.announced).toEqual([{ root: ROOT, collectionId, tokens: IDS, condition: CONDITION }])
    expect(bodies.quoted.at(-1)).toMatchObject({ setRoot: ROOT, price: '200000000', deposit: '200000000' })
    expect(new Set(bodies.quoted.map(({ setRoot }) => setRoot))).toEqual(new Set([ROOT]))
    const [search = ''] = bodies.searches
    expect(JSON.parse(new URLSearchParams(search).get('attributes') ?? '')).toEqual(CONDITION.attributes)
    expect(new URLSearchParams(search).get('rarityTop')).toBe('500')
  })

  // @feature bid.pool-covered
  it.each([
    ['7.5', 3, '10', 'Your pool pays for 1 of 3 now. Deposit more to fund the rest.'],
    ['7.5', 3, '22.4', 'Your pool pays for 2 of 3 now. Deposit more to fund the rest.'],
    ['7.5', 3, '22.5', null],
    ['1', 1, '1.5', null],
  ])('of %s for %s with a deposit of %s is placed, and says what the pool pays for', async (text, size, sum, said) => {
    const bodies = openSetBid({ pool: '0', floor: '1000000000' })
    await user.type(await price(), text)
    await user.clear(screen.getByLabelText('Quantity'))
    await user.type(screen.getByLabelText('Quantity'), String(size))
    await user.type(screen.getByLabelText('Deposit into your pool'), sum)
    if (said !== null) await says(said)
    await says(/^Your bid pool is one deposit/)
    if (said === null) expect(screen.queryByText(/^Your pool pays for/)).toBeNull()
    await press('Place Trait Bid')
    await says('Place Trait Bid Sucessful')
    expect(bodies.quoted.at(-1)).toMatchObject({ deposit: String(parseApt(sum)) })
  })

  // @feature bid.funded
  it.each([
    ['empty', '0', '2', '199999999'],
    ['too small for one item', '150000000', '0.5', '49999999'],
  ])('is placed only with a deposit where the pool is %s', async (_, pool, least, tooLittle) => {
    const bodies = openSetBid({ pool })
    await user.type(await price(), '2')
    await says(`Your bid pool can’t pay for one item. Deposit at least ${least} APT.`)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' }).disabled).toBe(true)
    const deposit = screen.getByLabelText('Deposit into your pool')
    await user.type(deposit, formatUnits(BigInt(tooLittle), APT_DECIMALS))
    await says(`Your bid pool can’t pay for one item. Deposit at least ${least} APT.`)
    expect(bodies.quoted.filter(({ deposit }) => deposit === '0' || deposit === tooLittle)).toEqual([])
    await user.clear(deposit)
    await user.type(deposit, least)
    await press('Place Trait Bid')
    await says('Place Trait Bid Sucessful')
    expect(bodies.quoted.at(-1)).toMatchObject({ deposit: String(BigInt(tooLittle) + 1n) })
  })

  // @feature bid.funded
  it('is not placed with a deposit that is no amount', async () => {
    const bodies = openSetBid()
    await user.click(await screen.findByLabelText('Deposit into your pool'))
    await user.paste('lots')
    await user.type(await price(), '2')
    await says('Check the deposit.')
    expect(bodies.quoted).toEqual([])
  })

  // @feature bid.trait-builder
  it('says where it is known from which items fit, and that the bid stays for them', async () => {
    openSetBid()
    await says(
      'The bid covers the items that match now, even if their traits change later. This site’s records determine which items match: traits aren’t stored on chain.',
    )
  })

  // @feature bid.trait-builder
  it('says that no item fits, and announces and quotes nothing', async () => {
    const bodies = openSetBid({ fitting: () => [], floor: null })
    await user.type(await price(), '2')
    await says('No items match.')
    expect([bodies.announced, bodies.quoted]).toEqual([[], []])
  })

  // @feature bid.trait-builder
  it.each(['fitting', 'announce'] as const)('asks again by itself where %s failed for now', async (step) => {
    let left = 1
    const failOnce = <Answer,>(answer: Answer) => {
      left -= 1
      if (left >= 0) throw new ApiFailure(503, 'Busy.', 'overloaded')
      return answer
    }
    const bodies = openSetBid({
      retries: true,
      ...(step === 'fitting' && { fitting: () => failOnce(FITTING) }),
      ...(step === 'announce' && { announce: () => failOnce({ root: ROOT, size: 3 }) }),
    })
    await user.type(await price(), '2')
    await waitFor(() => expect(bodies.quoted.at(-1)?.setRoot).toBe(ROOT), PATIENT)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  // @feature bid.trait-builder
  it.each(['fitting', 'announce'] as const)('says why %s is refused, and goes on when that is over', async (step) => {
    let isRefused = true
    const refuse = <Answer,>(answer: Answer) => {
      if (isRefused) throw new ApiFailure(422, 'Narrow it.', 'token-set-refused')
      return answer
    }
    const bodies = openSetBid({
      ...(step === 'fitting' && { fitting: () => refuse(FITTING) }),
      ...(step === 'announce' && { announce: () => refuse({ root: ROOT, size: 3 }) }),
    })
    await user.type(await price(), '2')
    await screen.findByRole('alert', {}, PATIENT)
    expect(bodies.quoted).toEqual([])
    isRefused = false
    await press('Try again')
    await waitFor(() => expect(bodies.quoted.at(-1)?.setRoot).toBe(ROOT), PATIENT)
  })
})
