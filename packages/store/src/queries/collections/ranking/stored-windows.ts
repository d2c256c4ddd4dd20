import { HOUR_MICROS } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { FOREVER } from '../../../schema/span-sql.ts'
import { type Reader, readRow } from '../../read-rows.ts'
import type { SlidingWindows } from '../../windows.ts'
import { floorAtSql, type RowsOf, rowsOfAll, rowsOfEach, type VolumeWindow, volumesSql } from '../volume-sql.ts'
import type { CollectionRanking } from './ranking-sql.ts'
import { tieSql } from './tie-sql.ts'
import { isWindowRanking, WINDOW_RANKINGS } from './window-rankings.ts'

/** A window that sums and floor changes are stored of. */
export type StoredWindow = Exclude<VolumeWindow, 'hour'>

/** Distance from the stored hour beyond which a correction costs more than adding up the whole window. */
const MAX_GAP_MICROS = 48n * HOUR_MICROS

/** Hour as of which sums and floor changes are stored, as the statement itself sees it: it may move on before it runs. */
const AS_OF = sql`(select hour_micros from market.window_hour)`

/** Returns the same, if it is near a time; null otherwise. */
function nearSql(nowMicros: bigint): RawBuilder<unknown> {
  const [from, to] = [nowMicros - MAX_GAP_MICROS, nowMicros + MAX_GAP_MICROS]
  return sql`(select hour_micros from market.window_hour where hour_micros between ${from}::bigint and ${to}::bigint)`
}

/** Returns whether sums and floor changes are stored as of an hour near a time. */
export async function hasStoredWindows(reader: Reader, nowMicros: bigint): Promise<boolean> {
  const row = await readRow(reader, sql<{ asOf: bigint | null }>`select hour_micros as "asOf" from market.window_hour`)
  if (row === null || row.asOf === null) return false
  const gap = row.asOf - nowMicros
  return gap <= MAX_GAP_MICROS && -gap <= MAX_GAP_MICROS
}

/** A ranking whose values are stored, and so have an index. */
export interface StoredRanking {
  readonly table: RawBuilder<unknown>
  /** Stored value, in the table under the name `stored_values`. */
  readonly column: RawBuilder<unknown>
  /** Whether there is one: the condition of its index. */
  readonly isStored: RawBuilder<unknown>
  /** Collections whose value is another than the stored one, as the common table `fixes`. */
  readonly fixes: RawBuilder<unknown>
  /** Value of such a collection; null where it has none. Names the collection's stats `s`. */
  readonly fixed: RawBuilder<unknown>
  /** Order among equal values; absent where only the id orders them. */
  readonly tie?: StoredTie
  /** Whether a collection's value is never above the stored one: where the highest come first, those stored lower need no correction. */
  readonly isLowered: boolean
  /** A sum that is not stored is 0, a change that is not stored is unknown. */
  readonly isSum: boolean
  /** Whether collections without a stored value are ordered by volume of all time. */
  readonly isIdleByVolume: boolean
}

interface StoredTie {
  /** Stored beside the value, and in its index; null where stored values that are equal have equal ties. */
  readonly column: RawBuilder<unknown> | null
  /** The tie of a collection whose value differs from the stored one. */
  readonly fixed: RawBuilder<unknown>
}

/**
 * Returns how what was sold of all time without wash trades is found: the stored sums are right but for collections with such trades,
 * which are few. Null for another ranking.
 */
export function soldOfAllTime(ranking: CollectionRanking): StoredRanking | null {
  if (ranking !== 'ALL_TIME_VOLUME' && ranking !== 'ALL_TIME_SALES') return null
  const isVolume = ranking === 'ALL_TIME_VOLUME'
  const column = isVolume ? sql`stored_values.volume_all_octas` : sql`stored_values.sales_all`
  const volume = sql`stored_values.volume_all_octas`
  return {
    table: sql`market.collection_stats`,
    column,
    isStored: sql`${column} > 0`,
    fixes: sql`select collection_id, sum(price_octas) as washed_octas, count(*) as washed_sales from market.sales
      where is_wash and collection_id is not null group by collection_id`,
    fixed: isVolume ? sql`${column} - fixes.washed_octas` : sql`${column} - fixes.washed_sales`,
    ...(!isVolume && { tie: { column: volume, fixed: sql`${volume} - fixes.washed_octas` } }),
    isLowered: true,
    isSum: true,
    // They have none.
    isIdleByVolume: false,
  }
}

/** Returns how the values of a ranking by a window are stored as of an hour; null for a ranking that is not. */
export function storedRanking(
  ranking: CollectionRanking,
  windows: SlidingWindows,
  isWashOut: boolean,
): StoredRanking | null {
  if (!isWindowRanking(ranking)) return null
  const { by, window } = WINDOW_RANKINGS[ranking]
  if (window === 'hour') return null
  return by === 'change' ? storedChange(windows, window) : storedSum(windows, window, by, isWashOut)
}

function storedSum(
  windows: SlidingWindows,
  window: StoredWindow,
  unit: 'octas' | 'sales',
  isWashOut: boolean,
): StoredRanking {
  const column = sql.ref(`stored_values.${window}_${unit}`)
  const fixed = storedSumSql(window, unit)
  return {
    table: sql`market.window_sales`,
    column,
    isStored: sql`${column} > 0`,
    fixes: soldFixesSql(windows, [window], isWashOut),
    fixed,
    tie:
      unit === 'octas'
        ? { column: null, fixed: tieSql(fixed, 0) }
        : {
            column: sql.ref(`stored_values.${window}_octas`),
            fixed: tieSql(fixed, 0, storedSumSql(window, 'octas')),
          },
    isLowered: false,
    isSum: true,
    isIdleByVolume: true,
  }
}

function storedChange(windows: SlidingWindows, window: StoredWindow): StoredRanking {
  const column = sql.ref(`stored_values.${window}_change`)
  return {
    table: sql`market.window_changes`,
    column,
    isStored: sql`${column} is not null`,
    fixes: changeFixesSql(windows, window),
    fixed: changeSql(windows[window].startMicros),
    isLowered: false,
    isSum: false,
    isIdleByVolume: false,
  }
}

/** Returns a sum of the outer query's collection: the stored one of `stored_values`, corrected by `fixes`. */
export function storedSumSql(window: StoredWindow, unit: 'octas' | 'sales'): RawBuilder<unknown> {
  const name = `${window}_${unit}`
  return sql`(coalesce(${sql.ref(`stored_values.${name}`)}, 0) + coalesce(${sql.ref(`fixes.${name}`)}, 0))`
}

interface FixesOptions {
  /** Hour as of which the sums are stored. */
  readonly hour: RawBuilder<unknown>
  readonly rowsOf: RowsOf
}

const OF_ALL: FixesOptions = { hour: AS_OF, rowsOf: rowsOfAll }

/**
 * Returns what is to be added to the stored sums, of the collections where that is anything: hours by which the window begins earlier or
 * later than the stored one, the partial hour at its start, and flagged sales where they are left out. Columns: collection_id, and
 * of each window day_octas, day_sales, ...
 */
export function soldFixesSql(
  windows: SlidingWindows,
  names: readonly StoredWindow[],
  isWashOut: boolean,
  { hour, rowsOf }: FixesOptions = OF_ALL,
): RawBuilder<unknown> {
  const parts = names.flatMap((name) => {
    const { startMicros, hourMicros } = windows[name]
    const asOf = sql`(${hour} - ${windows.nowMicros - startMicros}::bigint)`
    const added = (octas: RawBuilder<unknown>, sales: RawBuilder<unknown>) =>
      sql.join(
        names.map((other) =>
          other === name
            ? sql`${octas} as ${sql.ref(`${other}_octas`)}, ${sales} as ${sql.ref(`${other}_sales`)}`
            : sql`0 as ${sql.ref(`${other}_octas`)}, 0 as ${sql.ref(`${other}_sales`)}`,
        ),
      )
    const sign = sql`case when hour_micros >= ${hourMicros}::bigint then 1 else -1 end`
    const between = sql`
      select collection_id, ${added(sql`volume_octas * (${sign})`, sql`sales * (${sign})`)} from ${rowsOf(
        sql`market.collection_hours`,
        sql`hour_micros >= least(${hourMicros}::bigint, ${asOf}) and hour_micros < greatest(${hourMicros}::bigint, ${asOf})
          and sales > 0 and ${hourMicros}::bigint <> ${asOf}`,
      )}`
    const partial = sql`
      select collection_id, ${added(sql`price_octas`, sql`1`)} from ${rowsOf(
        sql`market.sales`,
        sql`collection_id is not null and at_micros >= ${startMicros}::bigint and at_micros < ${hourMicros}::bigint`,
      )}`
    const flagged = sql`
      select collection_id, ${added(sql`-price_octas`, sql`-1`)} from ${rowsOf(
        sql`market.sales`,
        sql`is_wash and collection_id is not null and at_micros >= ${startMicros}::bigint`,
      )}`
    return isWashOut ? [between, partial, flagged] : [between, partial]
  })
  const sums = names.map(
    (name) => sql`sum(${sql.ref(`${name}_octas`)}) as ${sql.ref(`${name}_octas`)},
      sum(${sql.ref(`${name}_sales`)}) as ${sql.ref(`${name}_sales`)}`,
  )
  return sql`select collection_id, ${sql.join(sums)} from (${sql.join(parts, sql` union all `)}) as parts
    group by collection_id`
}

/** The windows that sums are stored of. */
const STORED_WINDOWS: readonly StoredWindow[] = ['day', 'week', 'month']

/**
 * Returns sales of some collections in the windows, in the columns of {@link volumesSql}: the stored sums and what is to be added to them. Without
 * sums as of an hour near now that is all: of hours after every hour it is what the windows have.
 */
export function storedVolumesSql(windows: SlidingWindows, ids: readonly string[]): RawBuilder<unknown> {
  const near = nearSql(windows.nowMicros)
  const rowsOf = rowsOfEach(ids)
  const fixes = soldFixesSql(windows, STORED_WINDOWS, false, {
    hour: sql`coalesce(${near}, ${FOREVER})`,
    rowsOf,
  })
  const stored = STORED_WINDOWS.flatMap((name) => [`${name}_octas`, `${name}_sales`])
  const columns = ['hour_octas', 'hour_sales', ...stored]
  const sums = columns.map((name) => {
    const sum = sql`sum(${sql.ref(name)})`
    return sql`${name.endsWith('_sales') ? sql`${sum}::bigint` : sum} as ${sql.ref(name)}`
  })
  const part = (known: readonly string[]) =>
    sql.join(columns.map((name) => (known.includes(name) ? sql.ref(name) : sql`0 as ${sql.ref(name)}`)))
  return sql`select collection_id, ${sql.join(sums)} from (
      select collection_id, ${part(stored)} from market.window_sales
      where collection_id = any(${[...ids]}::text[]) and ${near} is not null
      union all
      select collection_id, ${part(stored)} from (${fixes}) as fixes
      union all
      select collection_id, ${part(['hour_octas', 'hour_sales'])} from (${volumesSql(windows, rowsOf, 'hour')}) as of_hour
    ) as parts group by collection_id`
}

/** Returns the collections of which something happened in the hours that end a window's past, by the stored hour or by now. */
function changeFixesSql(windows: SlidingWindows, window: StoredWindow): RawBuilder<unknown> {
  const { startMicros } = windows[window]
  const now = startMicros - (startMicros % HOUR_MICROS) - HOUR_MICROS
  const asOf = sql`(${AS_OF} - ${windows.nowMicros - startMicros + 2n * HOUR_MICROS}::bigint)`
  return sql`select distinct collection_id from market.collection_hours
    where hour_micros >= least(${now}::bigint, ${asOf}) and hour_micros <= greatest(${now}::bigint, ${asOf})
      and ${now}::bigint <> ${asOf}`
}

/**
 * Returns the change of the floor of the outer query's stats `s`: now against a time, in hundredths of a percent; null where there was
 * none. Only a collection of which something happened since can have another floor than then. Looked up by collection, for which the limit
 * is: asked with `exists`, the planner reads the hours of all collections first.
 */
function changeSql(startMicros: bigint): RawBuilder<unknown> {
  const then = sql`nullif(${floorAtSql('s.collection_id', startMicros)}, 0)`
  return sql`case
    when s.floor_octas is null then null
    when (select true from market.collection_hours h where h.collection_id = s.collection_id
      and h.hour_micros > ${startMicros}::bigint - 7200000000 limit 1)
      then (select round((s.floor_octas - past.octas) * 10000 / past.octas) from (select ${then} as octas offset 0) past)
    when s.floor_octas > 0 then 0 end`
}
