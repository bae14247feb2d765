// The port of the command journal: append durably, read from a number on. journal-sqlite.ts is the
// embedded journal; a replicated log can implement the same port.

/** Consecutive commands as lines (command-lines.ts), separated by line breaks. */
export type JournalPart = {
  readonly firstSeq: number
  readonly count: number
  readonly lines: string
}

/**
 * A position in the sequence: the number of the last command before it, and the chain's hash there.
 */
export type JournalBeginning = {
  readonly seq: number
  /** Hexadecimal. */
  readonly chain: string
  readonly facts: Readonly<Record<string, string>>
}

export interface Journal {
  /** The number of the last durable command; 0 if there is none. */
  readonly lastSeq: number
  /** The number of the last deleted command; 0 if none was deleted. */
  readonly prunedSeq: number
  /**
   * Commands on which the engine failed, with the reason: they replay as refused (reliability D9).
   */
  readonly refusals: ReadonlyMap<number, string>
  /**
   * Resolves when the part is written and synced; parts must follow one another without a gap.
   * After a rejection nothing may be acknowledged: a failed sync is never retried.
   */
  readonly append: (part: JournalPart) => Promise<void>
  /**
   * Reads in order from a number on; throws JournalDamaged if the content is not what was written.
   */
  readonly read: (fromSeq: number) => AsyncIterable<JournalPart>
  /**
   * Deletes some of the oldest commands up to this number. Resolves with whether there are more to
   * delete.
   */
  readonly prune: (throughSeq: number) => Promise<boolean>
  /** Records durably that a command is refused forever. */
  readonly refuse: (seq: number, reason: string) => Promise<void>
  /** A value stored under a name, e.g. the seed of the market's history. */
  readonly fact: (name: string) => string | undefined
  readonly facts: ReadonlyMap<string, string>
  readonly setFact: (name: string, value: string) => Promise<void>
  /**
   * Restarts the journal after a command whose state was obtained elsewhere: drops all earlier
   * commands and stores these facts.
   */
  readonly beginAt: (beginning: JournalBeginning) => Promise<void>
  readonly close: () => Promise<void>
}

/** The journal is not what was written: the exchange must not start from it (reliability D3). */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged'
}

/** The data were written by a version that this build does not support (reliability D7). */
export class JournalUnknown extends Error {
  override readonly name = 'JournalUnknown'
}

/** Returns the error for a data file whose format this build does not support. */
export const unknownFormat = (file: string, found: string, known: string): JournalUnknown =>
  new JournalUnknown(
    `${file} has format ${found} and this version of Basis knows ${known}: start the version that wrote it, or set BASIS_DATA to another folder`,
  )
