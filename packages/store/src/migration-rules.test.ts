import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONTRACT, OUTSIDE_TRANSACTION, statementsOf } from './migration-files.ts'

test('migrations are numbered in the order in which they run, each number once', () => {
  const names = readdirSync(new URL('../migrations/', import.meta.url)).sort()
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, at) => at + 1))
})

/** Migrations before were written when no service was running. */
const FIRST_BESIDE_A_SERVICE = 60

// @feature operate.migrations
test.each<[string, string, readonly string[]]>([
  ['adds a table with an index', 'create table market.a (id int);\ncreate index on market.a (id);', []],
  ['adds a column', 'alter table market.a add column b text;', []],
  ['adds a column with a value', 'alter table market.a add column b int not null default 0;', []],
  [
    'adds a column that older programs do not fill',
    'alter table market.a\n  add column b int not null;',
    ['not null without a default'],
  ],
  ['drops a column', 'alter table market.a drop column b;', ['drop']],
  ['drops a table', 'drop table market.a;', ['drop']],
  ['renames a column', 'alter table market.a rename column b to c;', ['rename']],
  ['changes a type', 'alter table market.a alter column b type bigint;', ['type']],
  ['requires a value', 'alter table market.a alter column b set not null;', ['set not null']],
  ['drops a column later', `${CONTRACT}alter table market.a drop column b;`, []],
  ['builds an index while writers wait', 'create index on market.a (b);', ['index']],
  ['builds an index', `${OUTSIDE_TRANSACTION}create index concurrently a_b on market.a (b);`, []],
  ['changes rows outside a transaction', `${OUTSIDE_TRANSACTION}update market.a set b = 1;`, ['outside']],
  ['speaks of it', '-- drop table market.a;\ncreate table market.a (id int);', []],
])('a migration that %s stops no older program, or is found', (_, sql, faults) => {
  expect(faultsOfMigration(sql)).toEqual(faults.map((fault) => expect.stringContaining(fault)))
})

test('no migration stops a program of the version before it', () => {
  const folder = new URL('../migrations/', import.meta.url)
  const names = readdirSync(folder).filter((name) => Number(name.slice(0, 4)) >= FIRST_BESIDE_A_SERVICE)
  const faults = names.flatMap((name) =>
    faultsOfMigration(readFileSync(new URL(name, folder), 'utf8')).map((fault) => `${name}: ${fault}`),
  )
  expect(faults).toEqual([])
})

/** Finds what a migration does that programs of the version before it do not survive, or that makes them wait for as long as a table is large. */
function faultsOfMigration(text: string): readonly string[] {
  const isContract = text.startsWith(CONTRACT)
  const isOutside = text.startsWith(OUTSIDE_TRANSACTION)
  const sql = text.replaceAll(/--.*$/gm, '')
  const created = [...sql.matchAll(/create table (?:if not exists )?([\w.]+)/gi)].map(([, name]) => name)
  const indexes = [
    ...sql.matchAll(/create (?:unique )?index (concurrently )?(?:(?:if not exists )?\w+ )?on ([\w.]+)/gi),
  ]
  const isWaiting = indexes.some(([, concurrently, table]) => !concurrently && !created.includes(table))
  const taken: readonly (readonly [RegExp, string])[] = [
    [/\bdrop (?:table|column|view|function|type|schema)\b/i, 'drop: older programs use it'],
    [/\brename\b/i, 'rename: older programs use the name'],
    [/\balter column \w+ (?:set data )?type\b/i, 'type: older programs send the other one'],
    [/\bset not null\b/i, 'set not null: older programs may send none'],
    [
      /\badd column (?:(?!default)[^,;])*\bnot null\b(?:(?!default)[^,;])*(?:[,;])/i,
      'not null without a default: older programs send none',
    ],
  ]
  return [
    ...(isContract ? [] : taken.filter(([pattern]) => pattern.test(sql)).map(([, fault]) => fault)),
    ...(isWaiting ? ['index: writers wait while it is built'] : []),
    ...(isOutside &&
    statementsOf(text).some((statement) => !/\bconcurrently\b|\bvalidate constraint\b/i.test(statement))
      ? ['outside a transaction only what can be repeated, and makes no one wait']
      : []),
  ]
}
