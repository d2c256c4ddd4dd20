import { rowsByTable } from '@opal/store/testing/plans/plan-rows'
import { expect, it } from 'vitest'
import { accessPaths, isPlannedOnce, planWork, tableWork } from './plan-work.ts'

it('counts rows where they are scanned, for every loop and with those that a filter dropped, and pages once', () => {
  const scan = { 'Node Type': 'Index Scan', 'Actual Rows': 3, 'Actual Loops': 10, 'Rows Removed by Filter': 2 }
  const heap = {
    'Node Type': 'Bitmap Heap Scan',
    'Actual Rows': 7,
    'Actual Loops': 1,
    'Rows Removed by Index Recheck': 1,
  }
  const join = {
    'Node Type': 'Nested Loop',
    'Actual Rows': 30,
    'Actual Loops': 1,
    'Shared Hit Blocks': 40,
    'Shared Read Blocks': 2,
    Plans: [{ ...scan, 'Shared Hit Blocks': 39 }, heap],
  }
  expect(planWork([join, join])).toEqual({ rows: 2 * (50 + 8), pages: 84 })
  expect(planWork([])).toEqual({ rows: 0, pages: 0 })
})

const counted = { 'Actual Rows': 3, 'Actual Loops': 10 }
const entered = {
  'Node Type': 'Nested Loop',
  'Actual Rows': 30,
  'Actual Loops': 1,
  Plans: [
    { ...counted, 'Node Type': 'Seq Scan', 'Relation Name': 'marketplaces', 'Rows Removed by Filter': 2 },
    {
      ...counted,
      'Node Type': 'Bitmap Heap Scan',
      'Relation Name': 'sales',
      Plans: [
        {
          ...counted,
          'Node Type': 'Bitmap Index Scan',
          'Index Name': 'sales_by_time',
          'Index Cond': "((at_micros >= '5'::bigint) AND (collection_id = ANY ('{a,b}'::text[])))",
        },
      ],
    },
    { ...counted, 'Node Type': 'Index Scan', 'Relation Name': 'marketplaces', 'Index Name': 'marketplaces_pkey' },
  ],
}

it('adds up the rows of each table, by whatever scan they were read', () => {
  expect([...rowsByTable(entered)]).toEqual([
    ['marketplaces', 50 + 30],
    ['sales', 30],
  ])
})

it('adds up what is read of some tables alone, the pages of their indexes included', () => {
  const pages = { 'Shared Hit Blocks': 4, 'Shared Read Blocks': 1 }
  const read = { ...entered, 'Shared Hit Blocks': 90, Plans: entered.Plans.map((scan) => ({ ...scan, ...pages })) }
  expect(tableWork([read, read], (table) => table === 'sales')).toEqual({ rows: 2 * 30, pages: 2 * 5 })
  expect(tableWork([read], (table) => table.startsWith('market'))).toEqual({ rows: 50 + 30, pages: 2 * 5 })
  expect(tableWork([read], () => false)).toEqual({ rows: 0, pages: 0 })
})

it('names the index by which each table is entered, and the columns that it compares', () => {
  expect(accessPaths(entered)).toEqual([
    { table: 'marketplaces', by: null },
    { table: 'sales', by: 'sales_by_time (at_micros >=, collection_id =)' },
    { table: 'marketplaces', by: 'marketplaces_pkey ()' },
  ])
})

it('is planned once where that seems to cost no more than to plan it each time', () => {
  const scan = (cost: number) => ({ ...counted, 'Node Type': 'Index Scan', 'Total Cost': cost })
  expect(isPlannedOnce(scan(10), scan(10))).toBe(true)
  expect(isPlannedOnce(scan(17.5), scan(10))).toBe(true)
  expect(isPlannedOnce(scan(17.6), scan(10))).toBe(false)
  const join = { ...scan(10), 'Node Type': 'Nested Loop', Plans: [scan(4), scan(4)] }
  expect(isPlannedOnce(scan(22.5), join)).toBe(true)
  expect(isPlannedOnce(scan(22.6), join)).toBe(false)
})
