import type { Store } from '../driver/connection.ts'

/** Has the store fail with this SQLSTATE when it adds notifications of some versions. The trigger is called `fail_at`. */
export async function failNotifications(
  { pool }: Pick<Store, 'pool'>,
  versions: readonly bigint[],
  sqlState: string,
): Promise<void> {
  await pool.query(`
    create function fail_at() returns trigger language plpgsql as $$
    begin
      if new.version = any('{${versions.join()}}'::bigint[]) then raise sqlstate '${sqlState}'; end if;
      return new;
    end $$;
    create trigger fail_at before insert on account.notifications for each row execute function fail_at();`)
}
