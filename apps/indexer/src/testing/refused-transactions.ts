import type { Store } from '@opal/store/driver/connection'
import { dumpTables } from '@opal/store/maintenance/inspect/table-rows'
import { DERIVED_TABLES } from '@opal/store/schema/table-groups'
import { createTestStore } from '@opal/store/testing/test-store'
import fc from 'fast-check'
import { HISTORY, indexInParts, LENGTH } from './indexed-offers.ts'

/** Has the database refuse what is derived of some versions. @param rawRefused versions whose raw rows it refuses, too */
export async function refuse(
  store: Store,
  versions: readonly number[],
  { sqlstate = '22003', rawRefused = [] }: { readonly sqlstate?: string; readonly rawRefused?: readonly number[] } = {},
): Promise<void> {
  await store.pool.query(`
    create sequence if not exists public.refusals;
    create or replace function public.refuse() returns trigger language plpgsql as $$
    begin
      if new.version = any (tg_argv[0]::bigint[]) then
        perform nextval('public.refusals');
        raise exception 'refused: %', new.version using errcode = '${sqlstate}';
      end if;
      return new;
    end $$;
    create or replace trigger refuse before insert on market.order_events
      for each row execute function public.refuse('{${versions.join(',')}}');
    create or replace trigger refuse before insert on chain.transactions
      for each row execute function public.refuse('{${rawRefused.join(',')}}')`)
}

/** Has the database accept all again. */
export async function accept(store: Store): Promise<void> {
  await store.pool.query(
    'drop trigger refuse on market.order_events; drop trigger refuse on chain.transactions; drop function public.refuse',
  )
}

/** Reads all derived rows. */
export const derivedRows = ({ db }: Store) => dumpTables(db, DERIVED_TABLES)

/** Returns the derived rows of a history in which some versions do nothing. */
export async function rowsWithout(versions: readonly number[]) {
  await using store = await createTestStore()
  await indexInParts(
    store,
    HISTORY.filter(({ version }) => !versions.includes(Number(version))),
  )
  return await derivedRows(store)
}

/** Generates some versions of the history. */
export const versions = (max = 12) =>
  fc.uniqueArray(fc.integer({ min: 0, max: LENGTH - 1 }), { minLength: 1, maxLength: max })
