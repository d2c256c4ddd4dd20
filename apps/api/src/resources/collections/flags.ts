import {
  type Flag,
  flagCollection,
  flagReason,
  listCollectionFlags,
  MAX_OPEN_FLAGS,
} from '@opal/contract/collections/flags'
import { decideFlag } from '@opal/contract/network/operator'
import {
  type PublicFlag,
  readFlags,
  decideFlag as writeDecision,
  writeFlag,
} from '@opal/store/accounts/collection-flags'
import * as z from 'zod'
import { FlagNotFoundError, TooManyFlagsError } from '../../errors.ts'
import { cursorParts, cutPage, decodeCursor } from '../../http/routes/pagination.ts'
import { defineRoute, defineWalletRoute } from '../../http/routes/route.ts'
import { loadWalletNames, type WalletNames } from '../names/wallet-names.ts'
import { findCollection } from './find-collection.ts'

export const flagCollectionRoute = defineWalletRoute(flagCollection, async (context, { body }, { wallet }) => {
  const collectionId = await findCollection(context, body.collectionId)
  const { reason, remarks } = body
  const asked = { collectionId, wallet, reason, remarks, nowMicros: context.nowMicros() }
  const flag = await writeFlag(context.store, asked, MAX_OPEN_FLAGS)
  if (flag === null) throw new TooManyFlagsError(MAX_OPEN_FLAGS)
  return presentFlag(flag, await loadWalletNames(context, [wallet]))
})

const flagCursor = z.tuple([cursorParts.bigint])

export const listCollectionFlagsRoute = defineRoute(listCollectionFlags, async (context, { params, query }) => {
  const collectionId = await findCollection(context, params.id)
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, flagCursor)
  const page = { take: query.take + 1, ...(after !== null && { beforeId: BigInt(after[0]) }) }
  const found = await readFlags(context.store, collectionId, page)
  const { rows, nextCursor } = cutPage(found, query.take, (row) => [String(row.id)])
  const walletNames = await loadWalletNames(
    context,
    rows.map(({ wallet }) => wallet),
  )
  return { data: rows.map((row) => presentFlag(row, walletNames)), nextCursor }
})

export const decideFlagRoute = defineRoute(decideFlag, async (context, { params, body }) => {
  const verdict = { status: body.status, decision: body.decision, nowMicros: context.nowMicros() }
  const flag = await writeDecision(context.store, BigInt(params.flagId), verdict)
  if (flag === null) throw new FlagNotFoundError(params.flagId)
  return presentFlag(flag, await loadWalletNames(context, [flag.wallet]))
})

/** A flag as the public log shows it. */
function presentFlag(flag: PublicFlag, { names }: Pick<WalletNames, 'names'>): Flag {
  return {
    id: String(flag.id),
    collectionId: flag.collectionId,
    walletAddress: flag.wallet,
    aptosName: names.get(flag.wallet) ?? null,
    reason: flagReason.catch('Something else').parse(flag.reason),
    status: flag.status,
    decision: flag.decision,
    askedAt: String(flag.askedAtMicros),
    decidedAt: flag.decidedAtMicros === null ? null : String(flag.decidedAtMicros),
  }
}
