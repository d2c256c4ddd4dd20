import { describe, expect, it } from 'vitest'
import { parseApt } from '../../shared/format/apt.ts'
import { listPriceError, listPriceNote, listPriceRefusal } from './list-price.ts'

describe('a listing price', () => {
  // @feature list.price-rules, loyalty.price-rules
  it.each([
    ['', 'Required.'],
    ['abc', 'Enter an amount, such as 1.5'],
    ['1,500', 'Write thousands without a comma: 1500'],
    ['-1', 'Cannot be negative'],
    ['0.001', null],
    ['75', null],
  ])('%j shows %j next to the field', (text, error) => {
    expect(listPriceError(text)).toBe(error)
  })

  // @feature list.price-minimum
  it.each([
    ['', 'Required.'],
    ['-1', 'Cannot be negative'],
    ['0.00099999', 'Price cannot be below 0.001'],
    ['0', 'Price cannot be below 0.001'],
    ['0.001', null],
  ])('%j has the note %j at its field, also before it is submitted', (text, note) => {
    expect(listPriceNote(text)).toBe(note)
  })

  // @feature list.price-minimum
  it.each([
    [['1', '0.00099999'], 'Price cannot be below 0.001'],
    [['0'], 'Price cannot be below 0.001'],
    [['0.5', '-0.5'], 'Price cannot be below 0'],
    [['0.001', '75'], null],
  ])('submitting %j shows %j', (texts, refusal) => {
    expect(listPriceRefusal(texts.map((text) => parseApt(text) ?? 0n))).toBe(refusal)
  })
})
