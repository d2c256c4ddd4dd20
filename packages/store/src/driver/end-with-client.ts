/**
 * Settings of a session by which the server looks every two seconds for the client of a running statement, and notices within sixteen that the
 * client's machine is gone.
 */
const SETTINGS = [
  'client_connection_check_interval = 2000',
  'tcp_keepalives_idle = 10',
  'tcp_keepalives_interval = 2',
  'tcp_keepalives_count = 3',
]

/**
 * Has the server end a session, and the statement that it runs, soon after its client is gone. By itself it goes on until it has a result to send,
 * for hours where it builds an index, and keeps its locks for as long. Servers that cannot tell, such as those on Windows, refuse a setting and go on.
 * @param run runs a statement on the session.
 */
export async function endWithClient(run: (statement: string) => Promise<unknown>): Promise<void> {
  for (const setting of SETTINGS) await run(`set ${setting}`).catch(() => undefined)
}
