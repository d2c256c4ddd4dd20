/**
 * A PostgreSQL given by the environment, in which tests make and drop databases of their own.
 * Undefined starts a throw-away cluster from the embedded binaries.
 */
export const givenDatabaseUrl: string | undefined = process.env.DATABASE_URL || undefined
