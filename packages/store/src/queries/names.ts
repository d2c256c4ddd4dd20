import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRow, readRows } from './read-rows.ts'

/**
 * Reads primary `.apt` names of some accounts, with the suffix; those without one are absent, and those whose name
 * ran out.
 * @source chain.current_ans_primary_name_v2
 */
export async function readPrimaryNames(
  reader: Reader,
  addresses: readonly string[],
  nowMicros: bigint,
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map()
  const asked = sql`select unnest(${[...new Set(addresses)]}::text[]) as address`
  const rows = await readRows(reader, primaryNamesSql(asked, nowMicros))
  return new Map(rows.map((row) => [row.address, row.name]))
}

/** Selects what {@link readPrimaryNames} reads, as part of another statement. @param asked SQL of the accounts, column `address`. */
export function primaryNamesSql(
  asked: RawBuilder<unknown>,
  nowMicros: bigint,
): RawBuilder<{ address: string; name: string }> {
  return sql<{ address: string; name: string }>`
    select distinct on (p.registered_address) p.registered_address as address,
      ${NAME} as name
    from (${asked}) as asked
    join chain.current_ans_primary_name_v2 p on p.registered_address = asked.address and not p.is_deleted
      and p.domain is not null
    join chain.current_ans_lookup_v2 l on ${LEADS_THERE}
    where ${notRunOut(nowMicros)}
    order by p.registered_address, p.token_standard desc`
}

/**
 * Selects what {@link readPrimaryNames} reads as one value of another statement: a JSON object by address, null where none has a name. Many addresses are one walk of an index.
 * @param asked SQL of an array of the addresses.
 */
export function primaryNamesJson(
  asked: RawBuilder<unknown>,
  nowMicros: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select json_object_agg(named.address, named.name)::text from (
      select distinct on (p.registered_address) p.registered_address as address, ${NAME} as name
      from chain.current_ans_primary_name_v2 p
      join chain.current_ans_lookup_v2 l on ${LEADS_THERE}
      where p.registered_address = any(${asked}) and not p.is_deleted and p.domain is not null and ${notRunOut(nowMicros)}
      order by p.registered_address, p.token_standard desc
    ) as named)`
}

/**
 * Finds the account that a name leads to; null for a name that does not exist, leads nowhere, or has expired.
 * @param subdomain empty for none.
 */
export async function findNamedAddress(
  reader: Reader,
  { domain, subdomain }: { readonly domain: string; readonly subdomain: string },
  nowMicros: bigint,
): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ address: string | null }>`
    select l.registered_address as address from chain.current_ans_lookup_v2 l
    where l.domain = ${domain} and l.subdomain = ${subdomain} and not l.is_deleted and ${notRunOut(nowMicros)}
    order by l.token_standard desc limit 1`,
  )
  return row?.address ?? null
}

/** Most names that are found, and most that are looked at: names that ran out are among those. */
const MAX_FOUND = 5
const MAX_READ = 500

/**
 * Finds names by their beginning, subdomains left out, in the order of their letters, and the account each leads to.
 * @param beginning of letters, digits and hyphens alone.
 */
export async function findNamesByPrefix(
  reader: Reader,
  beginning: string,
  nowMicros: bigint,
): Promise<readonly { readonly name: string; readonly address: string }[]> {
  // A tilde sorts after all that a name is made of.
  return readRows(
    reader,
    sql<{ name: string; address: string }>`
    select distinct on (l.domain collate "C") l.domain || '.apt' as name, l.registered_address as address from (
      select domain, token_standard, registered_address, expiration_timestamp, subdomain_expiration_policy
      from chain.current_ans_lookup_v2
      where domain collate "C" >= ${beginning} and domain collate "C" < ${`${beginning}~`}
        and subdomain = '' and not is_deleted
      order by domain collate "C", token_standard desc limit ${MAX_READ}
    ) as l
    where l.registered_address is not null and ${notRunOut(nowMicros)}
    order by l.domain collate "C", l.token_standard desc limit ${MAX_FOUND}`,
  )
}

function notRunOut(nowMicros: bigint | RawBuilder<unknown>) {
  return sql`${NAME_EXPIRY} > timestamp 'epoch' + ${nowMicros}::bigint * interval '1 microsecond'`
}

/**
 * When the name `l` ends, in SQL: with its domain, where its policy says so; null where that domain is not known. Most subdomains are made
 * by contracts with this policy, and a time of their own that is a day after.
 * @source the name service's name_is_expired
 */
export const NAME_EXPIRY = sql`case when l.subdomain_expiration_policy = 1 then (
    select of_domain.expiration_timestamp from chain.current_ans_lookup_v2 of_domain
    where of_domain.domain = l.domain and of_domain.subdomain = '' and of_domain.token_standard = l.token_standard
      and not of_domain.is_deleted)
  else l.expiration_timestamp end`

/** The text of the primary name `p`, in SQL. */
export const NAME = sql`case when coalesce(p.subdomain, '') = '' then p.domain else p.subdomain || '.' || p.domain end || '.apt'`

/**
 * Joins the name `l` to the primary name `p`. An account keeps its primary name on chain when the owner of the name takes it back, as that
 * of a domain may with its subdomains: it is the account's as long as it leads there. `is true` keeps the planner from looking through all names that lead to the account, which may be any number.
 */
export const LEADS_THERE = sql`l.domain = p.domain and l.subdomain = coalesce(p.subdomain, '')
  and l.token_standard = p.token_standard and not l.is_deleted and (l.registered_address = p.registered_address) is true`
