import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/**
 * Asks that a token's metadata be fetched again: at most once a minute for one document, whoever asks. A token that names
 * no document, and one that does not exist, ask for nothing.
 */
export async function askForMetadata({ db }: Pick<Store, 'db'>, tokenDataId: string): Promise<void> {
  await sql`
    insert into account.metadata_requests (uri)
    select token_uri from chain.current_token_datas_v2
    where token_data_id = ${tokenDataId} and token_uri <> '' and length(token_uri) <= 2048
    on conflict (uri) do update set asked_at = now(), taken_at = null
    where metadata_requests.taken_at < now() - interval '1 minute'`.execute(db)
}
