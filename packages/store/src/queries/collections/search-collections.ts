import { type RawBuilder, sql } from 'kysely'
import { escapeLike, limitSql, type Reader, readRow, readRows } from '../read-rows.ts'

/** Returns whether a collection has this id. */
export async function hasCollection(reader: Reader, collectionId: string): Promise<boolean> {
  return (
    (await readRow(reader, sql`select 1 from chain.current_collections_v2 where collection_id = ${collectionId}`)) !==
    null
  )
}

/**
 * Finds ids and names of all collections whose id begins so: a bound could leave out the one that is meant.
 * @param prefix `0x` and some hex digits, lower case.
 */
export function findCollectionsByIdPrefix(
  reader: Reader,
  prefix: string,
): Promise<readonly { collectionId: string; name: string }[]> {
  return readRows(
    reader,
    sql<{ collectionId: string; name: string }>`
    select collection_id as "collectionId", collection_name as name from chain.current_collections_v2
    where collection_id >= ${prefix.padEnd(66, '0')} and collection_id <= ${prefix.padEnd(66, 'f')}
    order by collection_id`,
  )
}

/**
 * Returns which of some collections that share a slug is meant: a verified one, else the one that was sold for most without wash
 * trades, else the oldest. Anyone can make a collection with the slug of another by trying names.
 */
export async function preferredCollection(reader: Reader, ids: readonly string[]): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ id: string }>`
    select c.id from unnest(${[...ids]}::text[]) as c (id)
    left join account.verified_collections v on v.collection_id = c.id
    left join market.collection_stats s on s.collection_id = c.id
    left join lateral (
      select sum(w.price_octas) as octas from market.sales w where w.collection_id = c.id and w.is_wash
    ) wash on true
    left join lateral (
      select a.version from market.activities a where a.collection_id = c.id order by a.version limit 1
    ) first on true
    order by v.collection_id is null, coalesce(s.volume_all_octas, 0) - coalesce(wash.octas, 0) desc,
      first.version nulls last, c.id limit 1`,
  )
  return row?.id ?? null
}

/** Returns the id of the collection with exactly this name; of several a verified one, else the most traded. Null when there is none. */
export async function findCollectionByName(reader: Reader, name: string): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ id: string }>`
    select c.collection_id as id from chain.current_collections_v2 c
    left join market.collection_stats s using (collection_id)
    left join account.verified_collections v using (collection_id)
    where c.collection_name = ${name}
    order by v.collection_id is null, coalesce(s.volume_all_octas, 0) desc, c.collection_id limit 1`,
  )
  return row?.id ?? null
}

/**
 * How a name matched: `whole` has words that begin with all searched ones, and are equal to searched numbers; of `words` they all only begin so,
 * `parts` contain the text elsewhere, `alike` are similar and searched only where nothing else is found.
 */
export type SearchPhase = 'whole' | 'words' | 'parts' | 'alike'

/** A place among what was found: by phase, then most traded first. */
export interface SearchPlace {
  readonly phase: SearchPhase
  /** Volume in octas, as text; of `alike` ones the likeness. */
  readonly value: string
  readonly collectionId: string
}

export interface SearchQuery {
  readonly text: string
  readonly take: number
  readonly after?: SearchPlace
}

/** Longer texts are cut: no name is longer. */
const MAX_LETTERS = 80
const MAX_WORDS = 8
/** Shorter texts match the beginnings of words only. */
const PART_LETTERS = 3

/** Returns collections whose names match a text, best first; `take` at most. */
export async function searchCollections(
  reader: Reader,
  { text, take, after }: SearchQuery,
): Promise<readonly SearchPlace[]> {
  const folded = text.slice(0, MAX_LETTERS).toLowerCase().trim()
  const words = wordsOf(folded)
  if (words.length === 0) return []
  const hasParts = folded.length >= PART_LETTERS
  const found = after?.phase === 'alike' ? [] : await readRows(reader, foundSql(folded, words, take, after))
  const isAlone = found.length === 0 && (after === undefined || after.phase === 'alike')
  return isAlone && hasParts ? readRows(reader, alikeSql(folded, take, after)) : found
}

/** The phases before `alike`, each looked for only where those before it are too few. */
function foundSql(
  folded: string,
  words: readonly string[],
  take: number,
  after?: SearchPlace,
): RawBuilder<SearchPlace> {
  const phases: readonly SearchPhase[] = [
    ...(words.some(isNumber) ? (['whole'] as const) : []),
    'words',
    ...(folded.length < PART_LETTERS ? [] : (['parts'] as const)),
  ]
  const left = after === undefined ? phases : phases.slice(Math.max(0, phases.indexOf(after.phase)))
  const tables = left.map((phase, at) => {
    const beyond = phase === after?.phase ? beyondSql(after) : sql``
    const isShort = at === 0 ? sql`` : sql`and ${countOf(left.slice(0, at))} < ${take}`
    const matches = sql`${matchSql(phase, folded, words)} ${isShort}`
    return sql`${sql.ref(phase)} as materialized (${phaseSql(phase, matches, take, beyond)})`
  })
  const parts = left.map((phase, at) => sql`select ${sql.lit(at)} as place, * from ${sql.ref(phase)}`)
  return sql<SearchPlace>`
    with ${sql.join(tables)}
    select phase, value, "collectionId" from (${sql.join(parts, sql` union all `)}) as found
    order by place, value::numeric desc, "collectionId" desc ${limitSql(take)}`
}

function countOf(phases: readonly SearchPhase[]): RawBuilder<unknown> {
  return sql.join(
    phases.map((phase) => sql`(select count(*) from ${sql.ref(phase)})`),
    sql` + `,
  )
}

/** Letters and digits of any script; the rest divides. */
function wordsOf(folded: string): readonly string[] {
  return (folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}

const WORDS = sql`to_tsvector('simple', n.folded)`

/** Matches names that have words beginning with all of these. @param isWhole whether numbers have to be equal */
function startsSql(words: readonly string[], isWhole: boolean): RawBuilder<unknown> {
  const starts = words.map((word) => (isWhole && isNumber(word) ? word : `${word}:*`))
  return sql`${WORDS} @@ to_tsquery('simple', ${starts.join(' & ')})`
}

function matchSql(phase: SearchPhase, folded: string, words: readonly string[]): RawBuilder<unknown> {
  switch (phase) {
    case 'whole':
      return startsSql(words, true)
    case 'words':
      return words.some(isNumber)
        ? sql`${startsSql(words, false)} and not ${startsSql(words, true)}`
        : startsSql(words, false)
    default:
      return sql`n.folded like ${`%${escapeLike(folded)}%`} and not ${startsSql(words, false)}`
  }
}

function phaseSql(
  phase: SearchPhase,
  matches: RawBuilder<unknown>,
  take: number,
  beyond: RawBuilder<unknown>,
): RawBuilder<SearchPlace> {
  return sql<SearchPlace>`
    select ${sql.lit(phase)} as phase, n.volume_octas::text as value, n.collection_id as "collectionId"
    from market.collection_names n where ${matches} ${beyond}
    order by n.volume_octas desc, n.collection_id desc ${limitSql(take)}`
}

function beyondSql(after: SearchPlace): RawBuilder<unknown> {
  return sql`and (n.volume_octas, n.collection_id) < (${after.value}::numeric, ${after.collectionId})`
}

/** Names of which some stretch of words is much like the text: one letter wrong, missing or in another's place. */
function alikeSql(folded: string, take: number, after?: SearchPlace): RawBuilder<SearchPlace> {
  const beyondIt = after ? sql`where (value, id) < (${after.value}::real, ${after.collectionId})` : sql``
  return sql<SearchPlace>`
    select 'alike' as phase, value::text as value, id as "collectionId" from (
      select word_similarity(${folded}, n.folded) as value, n.collection_id as id
      from market.collection_names n where ${folded} <% n.folded
    ) as alike ${beyondIt}
    order by value desc, id desc ${limitSql(take)}`
}
