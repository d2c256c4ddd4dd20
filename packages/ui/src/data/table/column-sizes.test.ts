import { describe, expect, it } from 'vitest'
import { columnSizes, isText } from './column-sizes.ts'

describe('column sizes', () => {
  // @feature table.room
  it('sums the widths of the columns that are seen together, and counts those that share what is left', () => {
    expect(
      columnSizes([
        { width: '44px', priority: 2 },
        { priority: 1 },
        { width: '116px', align: 'end', priority: 1 },
        { width: 'var(--actions-width)', align: 'end', priority: 1 },
        { align: 'end' },
      ]),
    ).toEqual({
      '--fixed-2': 'calc(44px)',
      '--texts': 'calc(1)',
      '--text-most': 'calc(320px)',
      '--fixed-1': 'calc(116px + var(--actions-width))',
      '--sharing-1': 'calc(1 + 1)',
      '--fixed-0': 'calc(120px)',
      '--sharing-0': 'calc(1)',
    })
  })

  it('takes the greatest width that a column of text says', () => {
    expect(columnSizes([{ maxWidth: '380px' }])).toEqual({ '--texts': 'calc(1)', '--text-most': 'calc(380px)' })
  })

  it('takes a column without a width for text unless it is aligned as values are', () => {
    expect([isText({}), isText({ align: 'start' }), isText({ align: 'end' }), isText({ width: '44px' })]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
