import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { NO_TERMS } from '../../../../testing/testing-item.ts'
import { detailOf, OTHER_TOKEN, openTradeDialog, recordQuotes, TOKEN } from '../../testing/trade-harness.tsx'
import { PATIENT, press, resetTradeHarness, says, UPDATE, user } from '../../testing/user-driver.ts'
import { BUYER, listedOn } from '../testing/listed-on.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('terms', () => {
  // @feature list.edit-terms
  it('of several listings are all replaced once one is typed, and reservations that this would end are counted', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    const other = { [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN }) }
    const reserved = listedOn({ ...NO_TERMS, reservedFor: BUYER }, 'reserved')
    const tokens = [TOKEN, OTHER_TOKEN]
    openTradeDialog({ kind: 'update-price', tokens }, { answers: { ...answers, ...other, ...reserved } })
    const note = await says(/^These replace all terms of all selected listings: an empty field ends that term\./)
    expect(note.textContent).not.toMatch(/reserved/)
    fireEvent.change(screen.getByLabelText('Expires (optional)'), { target: { value: '2100-01-02T03:04' } })
    await waitFor(() => expect(bodies.at(-1)).toHaveProperty('terms.expiresAtSeconds'), PATIENT)
    expect(bodies.at(-1)).not.toHaveProperty('terms.reservedFor')
    expect(note.textContent).toMatch(/ 1 of them is reserved for one buyer: anyone could buy it then\.$/)
    await user.type(screen.getByLabelText('Reserved for (optional)'), BUYER)
    await waitFor(() => expect(note.textContent).not.toMatch(/anyone could buy/), PATIENT)
  })

  // @feature list.edit-terms
  it('of several listings can be typed next to those of the last one, once the others are taken out', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    const other = { [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN }) }
    const reserved = listedOn({ ...NO_TERMS, reservedFor: BUYER, leastProceeds: '7' }, 'reserved')
    const tokens = [TOKEN, OTHER_TOKEN]
    openTradeDialog({ kind: 'update-price', tokens }, { answers: { ...answers, ...other, ...reserved } })
    const expires = await screen.findByLabelText('Expires (optional)', {}, PATIENT)
    fireEvent.change(expires, { target: { value: '2100-01-02T03:04' } })
    await user.type(screen.getByLabelText('Minimum you receive (optional)'), '0.5')
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ terms: { leastProceeds: '50000000' } }), PATIENT)
    await press(`Remove ${OTHER_TOKEN.name}`)
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
    expect(['Reserved for (optional)', 'Minimum you receive (optional)'].map(field)).toEqual([BUYER, '0.5'])
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ terms: { reservedFor: BUYER } }), PATIENT)
    expect(bodies.at(-1)).toMatchObject({ terms: { leastProceeds: '50000000' } })
    expect(bodies.at(-1)).toHaveProperty('terms.expiresAtSeconds')
    // From here on an empty field ends its term.
    await user.clear(screen.getByLabelText('Reserved for (optional)'))
    await waitFor(() => expect(bodies.at(-1)).not.toHaveProperty('terms.reservedFor'), PATIENT)
  })

  // @feature list.edit-terms
  it('of a reserved listing among several are counted, also where it has expired by now', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    const other = { [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN }) }
    const expired = listedOn({ ...NO_TERMS, reservedFor: BUYER, expiresAtSeconds: '1700000000' }, 'expired')
    const tokens = [TOKEN, OTHER_TOKEN]
    openTradeDialog({ kind: 'update-price', tokens }, { answers: { ...answers, ...other, ...expired } })
    const note = await says(/^These replace all terms of all selected listings/)
    fireEvent.change(screen.getByLabelText('Expires (optional)'), { target: { value: '2100-01-02T03:04' } })
    await waitFor(() => expect(bodies.at(-1)).toHaveProperty('terms.expiresAtSeconds'), PATIENT)
    expect(note.textContent).toMatch(/ 1 of them is reserved for one buyer: anyone could buy it then\.$/)
  })
})
