import { writeRows } from '../../driver/write-rows.ts'
import { ownershipEvents } from '../../schema/history.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from './known-tokens.ts'

/** Logs every change of owners; the last of several in one transaction counts. */
export const ownershipEventsPhase = definePhase({
  name: 'ownership-events',
  needs: { decoded: decodePhase },
  writes: ['market.ownership_events'],
  compute: ({ decoded }) =>
    decoded.transactions.flatMap(({ transaction, tokens }) =>
      tokens.ownerships.map((change) => ({
        token_data_id: change.tokenDataId,
        property_version: change.propertyVersionV1,
        owner_address: change.ownerAddress,
        storage_id: change.storageId,
        version: transaction.version,
        amount: change.amount,
        at_micros: transaction.timestampMicros,
        is_frozen: change.isSoulboundV2 === true,
      })),
    ),
  write: (db, rows, { batch: { isNew = false } }) => [
    // When rows have one key, `add` keeps the first, `overwrite` the last.
    writeRows(db, ownershipEvents, isNew ? rows.toReversed() : rows, isNew ? 'add' : 'overwrite'),
  ],
})
