import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptos } from '@aptos-labs/aptos-protos'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'

/** Returns all recorded transactions of mainnet; none where there is no recorded data. */
export function recordedMainnet(): readonly aptos.transaction.v1.Transaction[] {
  return recorded('mainnet')
}

/** Returns the same of devnet, which was the first to tell v1 tokens by module events. */
export function recordedDevnet(): readonly aptos.transaction.v1.Transaction[] {
  return recorded('devnet')
}

function recorded(network: string): readonly aptos.transaction.v1.Transaction[] {
  if (!hasRecordedData) return []
  const folder = join(RECORDED_DATA_DIR, `${network}-transactions`)
  return readdirSync(folder).map((file) =>
    aptos.transaction.v1.Transaction.fromJSON(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  )
}
