// The port behind which the commands are remembered: append durably, read back from a number.
// The embedded journal is journal-sqlite.ts; a replicated log can stand behind the same port.

/** Consecutive commands as lines (command-lines.ts), separated by line breaks. */
export type JournalPart = {
  readonly firstSeq: number
  readonly count: number
  readonly lines: string
}

/** A place in the order of commands: the last one before it, and the chain's hash there. */
export type JournalBeginning = {
  readonly seq: number
  /** Hexadecimal. */
  readonly chain: string
  readonly facts: Readonly<Record<string, string>>
}

export interface Journal {
  /** The number of the last command that is known to be safe; 0 for none. */
  readonly lastSeq: number
  /** The number of the last command that is no longer kept; 0 while all are. */
  readonly prunedSeq: number
  /**
   * Commands that the engine failed on, with the reason: they replay as refused (reliability D9).
   */
  readonly refusals: ReadonlyMap<number, string>
  /**
   * Resolves when the part is written and synced; parts must follow one another without a gap.
   * After a rejection nothing may be acknowledged any more: a failed sync is never retried.
   */
  readonly append: (part: JournalPart) => Promise<void>
  /**
   * Reads in order from a number on; throws JournalDamaged where the record is not what was
   * written.
   */
  readonly read: (fromSeq: number) => AsyncIterable<JournalPart>
  /**
   * Deletes a piece of what is no longer needed: commands up to this number, oldest first. Resolves
   * with whether there is more to delete.
   */
  readonly prune: (throughSeq: number) => Promise<boolean>
  /** Records durably that a command is refused for ever. */
  readonly refuse: (seq: number, reason: string) => Promise<void>
  /** What was remembered under a name, e.g. the seed of the market's history. */
  readonly fact: (name: string) => string | undefined
  readonly facts: ReadonlyMap<string, string>
  readonly setFact: (name: string, value: string) => Promise<void>
  /**
   * Begins behind a command whose state comes from elsewhere: what was kept from before it is
   * dropped, and these facts are remembered.
   */
  readonly beginAt: (beginning: JournalBeginning) => Promise<void>
  readonly close: () => Promise<void>
}

/** The journal is not what was written: it must not be started from (reliability D3). */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged'
}

/** The data were written by a version that this build does not know (reliability D7). */
export class JournalUnknown extends Error {
  override readonly name = 'JournalUnknown'
}

/** Says that a file of the data has a format that is not among those this build knows. */
export const unknownFormat = (file: string, found: string, known: string): JournalUnknown =>
  new JournalUnknown(
    `${file} has format ${found} and this version of Basis knows ${known}: start the version that wrote it, or set BASIS_DATA to another folder`,
  )
