import { MarketError } from '@opal/domain/errors'

/** A number from the database has a fraction where whole octas, versions or counts are expected: a bug in a query. */
export class FractionalNumberError extends MarketError {
  override readonly code = 'fractional-number'
  constructor(text: string) {
    super(`The database answered ${text} where a whole number is meant: cast ratios to float8 or text.`)
  }
}

/** The database was migrated by another version of the product, or a released migration was edited. */
export class MigrationMismatchError extends MarketError {
  override readonly code = 'migration-mismatch'
  constructor(name: string, sentence: string) {
    super(sentence, { details: { migration: name } })
  }
}

/** Others held the locks that a migration needs for too long. */
export class MigrationBlockedError extends MarketError {
  override readonly code = 'migration-blocked'
  override readonly retryable = true
  /** @param open transactions that are open for long, each described */
  constructor(name: string, open: readonly string[], options: ErrorOptions) {
    const held = open.length === 0 ? 'by short transactions again and again' : `by ${open.join(', ')}`
    super(
      `Migration ${name} could not lock its tables, which are held ${held}. End those transactions and start again.`,
      {
        ...options,
        details: { migration: name },
      },
    )
  }
}

/** The database has a schema from before the first release, which no migration upgrades. */
export class UnreleasedDatabaseError extends MarketError {
  override readonly code = 'unreleased-database'
  constructor() {
    super(
      'This database was made before the first release and cannot be upgraded: start with an empty one (another --data-dir or ' +
        'DATABASE_URL), which indexes the chain again, and bring users’ rows over with `npm run backup` of the version that ' +
        'made it and `npm run restore` of this one.',
    )
  }
}

/** The stream in the database belongs to another chain. */
export class WrongChainError extends MarketError {
  override readonly code = 'wrong-chain'
  constructor(stream: string, stored: number, given: number) {
    super(`Stream ${stream} in this database is of chain ${stored}, the transactions are of chain ${given}.`, {
      details: { stream, stored, given },
    })
  }
}

/** Another program has written on in a range of raw rows; nothing was written here. Caller: open the ranges again. */
export class RangeTakenError extends MarketError {
  override readonly code = 'range-taken'
  constructor(stream: string, version: bigint) {
    super(`Another program has written raw rows of stream ${stream} from version ${version} on.`, {
      details: { stream, version: String(version) },
    })
  }
}

/** Another process derives the same backfill: this indexer has lost the lease. */
export class DeriveTakenError extends MarketError {
  override readonly code = 'derive-taken'
  constructor(stream: string) {
    super(`Another process derives the backfill of stream ${stream}.`, { details: { stream } })
  }
}

/** Phases of the write path are in an order in which one would read tables before they are written: a bug. */
export class PhaseOrderError extends MarketError {
  override readonly code = 'phase-order'
  /** @param why the fault, with the phase as its subject. */
  constructor(phase: string, why: string) {
    super(`The write path cannot run in this order: ${phase} ${why}.`, { details: { phase } })
  }
}

/** A store to be filled with synthetic rows holds others. Caller: use an empty one, or allow overwriting those that are synthetic. */
export class StoreNotEmptyError extends MarketError {
  override readonly code = 'store-not-empty'
  readonly held: 'index' | 'synthetic'
  constructor(held: 'index' | 'synthetic') {
    super(
      held === 'index' ? 'The database holds the index of a chain.' : 'The database holds a made-up market already.',
    )
    this.held = held
  }
}

/** A backup cannot be read, or does not fit the database. */
export class BackupError extends MarketError {
  override readonly code = 'backup'
}
