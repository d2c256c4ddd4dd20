import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The night that the example of the contract names. */
export const SNAPSHOT_DAY = '2026-01-31'

/** A folder with one small snapshot, as the indexer writes them. */
export async function seedSnapshot(): Promise<AsyncDisposable & { readonly directory: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'opal-snapshots-'))
  const folder = join(directory, SNAPSHOT_DAY)
  const bytes = gzipSync('collection_id\n0x1\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { name: 'market.marketplaces', file: 'market.marketplaces.csv.gz', rows: 1, bytes: bytes.length, sha256 }
  await mkdir(folder)
  await writeFile(join(folder, file.file), bytes)
  await writeFile(join(folder, 'SHA256SUMS'), `${sha256}  ${file.file}\n`)
  const schema = { format: 'opal-snapshot/1', version: '100', atMicros: '1', chainId: 4, files: [file] }
  await writeFile(join(folder, 'schema.json'), JSON.stringify(schema))
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
}
